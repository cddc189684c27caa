import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';
import { at, call } from '../house/call.ts';
import { seedAccounts } from '../house/seed-accounts.ts';
import { startHouse } from '../house/start-house.ts';
import { percentile } from '../measure/statistics.ts';

/** How long one frame of a project takes over HTTP once the node is warm. */
export interface PreviewFigures {
  readonly frames: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

const keysEach = 10;
/** The contract allows ten frames a minute and key. */
const framesPerKey = 10;
const warmUp = 5;

/**
 * Measures `GET /v1/projects/{id}/preview?format=image&at=` at moments spread over an uploaded clip whose key frames are two
 * seconds apart, one request after the other, a title on top. `clip` is at least 10 s long.
 */
export async function measurePreview(root: string, clip: string, log: (line: string) => void): Promise<PreviewFigures> {
  const house = await startHouse(root, 1);
  try {
    const [account] = await seedAccounts(house.databaseUrl, 1, keysEach);
    if (!account) throw new FramemillError('internal_error', 'No account was made.');
    const key = account.keys[0] ?? '';
    const projectId = await makeProject(house.apiHost, key, clip);
    const times: number[] = [];
    log('preview: asking for frames');
    for (let i = 0; i < keysEach * framesPerKey; i++) {
      // The golden ratio visits the clip evenly and never in order.
      const moment = ((i * 0.618034) % 1) * 9.9;
      const startedAt = performance.now();
      const answer = await fetch(
        `${house.apiHost}/v1/projects/${projectId}/preview?format=image&at=${moment.toFixed(3)}`,
        {
          headers: { authorization: `Bearer ${account.keys[i % keysEach]}` },
        },
      );
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const took = performance.now() - startedAt;
      if (answer.status !== 200 || bytes[0] !== 0xff || bytes[1] !== 0xd8) {
        throw new FramemillError(
          'internal_error',
          `Frame ${i} at ${moment} s was answered ${answer.status}, not with a JPEG.`,
        );
      }
      if (i >= warmUp) times.push(took);
    }
    return {
      frames: times.length,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      maxMs: Math.max(...times),
    };
  } finally {
    await house.stop();
  }
}

async function makeProject(apiHost: string, key: string, clip: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([await readFile(clip)], { type: 'video/mp4' }), 'clip.mp4');
  const upload = await call(apiHost, key, 'POST', '/media/uploads', form);
  const mediaId = String(at(upload, 'media', 'id'));
  let status = at(upload, 'media', 'status');
  while (status === 'PROCESSING') {
    await wait(200);
    status = at(await call(apiHost, key, 'GET', '/media'), 'media', 0, 'status');
  }
  const commands = [
    { op: 'addClip', type: 'video', src: mediaId, start: 0, duration: 10, trackIndex: 0, mediaDuration: 10 },
    { op: 'addTextClip', text: 'Preview', start: 0, duration: 10, style: { fontSize: 120 } },
  ];
  const project = await call(apiHost, key, 'POST', '/projects', { name: 'preview', commands });
  return String(at(project, 'project', 'id'));
}
