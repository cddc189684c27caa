import { FramemillError } from '@framemill/timeline';
import { percentile } from '../measure/statistics.ts';
import { at, call, ingested, uploadMedia } from '../stack/call.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** Response times of single preview frames over HTTP on a warm node. */
export interface PreviewFigures {
  readonly frames: number;
  /** Duration of the project, in seconds. */
  readonly seconds: number;
  /** Time from the response to the last upload until all clips were ingested, in seconds. */
  readonly ingestSec: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly maxMs: number;
}

const keysEach = 12;
/** Number of frames requested with each API key. The API allows ten frames a minute for a key. */
const framesPerKey = 10;
const warmUp = 20;
const clipSec = 10;

/**
 * Measures `GET /v1/projects/{id}/preview?format=image&at=` at times spread over a project. The project shows the
 * uploaded `clips` in sequence, ten seconds each, with a title on top. Each request is sent after the response to the
 * previous one. The first request is sent when the service has ingested the clips.
 */
export async function measurePreview(clips: readonly string[], log: (line: string) => void): Promise<PreviewFigures> {
  const stack = await startStack(1);
  try {
    const [account] = await seedAccounts(stack.databaseUrl, 1, keysEach);
    if (!account)
      throw new FramemillError('internal_error', 'The benchmark needs an account, but seedAccounts created none.');
    const key = account.keys[0] ?? '';
    const mediaIds: string[] = [];
    for (const clip of clips) mediaIds.push(await uploadMedia(stack.apiHost, key, clip));
    const uploadedAt = performance.now();
    log('preview: waiting until the clips are ingested');
    for (const mediaId of mediaIds) await ingested(stack.apiHost, key, mediaId);
    const ingestSec = (performance.now() - uploadedAt) / 1000;
    const projectId = await makeProject(stack.apiHost, key, mediaIds);
    const times: number[] = [];
    const seconds = clips.length * clipSec;
    log('preview: asking for frames');
    for (let i = 0; i < keysEach * framesPerKey; i++) {
      // The golden ratio gives evenly spread times that are never in order.
      const moment = ((i * 0.618034) % 1) * (seconds - 0.1);
      const startedAt = performance.now();
      const answer = await fetch(
        `${stack.apiHost}/v1/projects/${projectId}/preview?format=image&at=${moment.toFixed(3)}`,
        { headers: { authorization: `Bearer ${account.keys[i % keysEach]}` } },
      );
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const took = performance.now() - startedAt;
      if (answer.status !== 200 || bytes[0] !== 0xff || bytes[1] !== 0xd8) {
        throw new FramemillError(
          'internal_error',
          `The request for frame ${i} at ${moment} s returned HTTP status ${answer.status} and no JPEG. ` +
            'See the log of the API.',
        );
      }
      if (i >= warmUp) times.push(took);
    }
    return {
      frames: times.length,
      seconds,
      ingestSec,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      maxMs: Math.max(...times),
    };
  } finally {
    await stack.stop();
  }
}

async function makeProject(apiHost: string, key: string, mediaIds: readonly string[]): Promise<string> {
  const seconds = mediaIds.length * clipSec;
  const commands = [
    ...mediaIds.map((src, i) => ({
      ...{ op: 'addClip', type: 'video', src, start: i * clipSec, duration: clipSec },
      ...{ trackIndex: 0, mediaDuration: clipSec },
    })),
    { op: 'addTextClip', text: 'Preview', start: 0, duration: seconds, style: { fontSize: 120 } },
  ];
  const project = await call(apiHost, key, 'POST', '/projects', { name: 'preview', commands });
  return String(at(project, 'project', 'id'));
}
