import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { at, call } from '../../stack/call.ts';
import type { ChaosAccount, ChaosStack } from '../stack/chaos-stack.ts';
import type { Scenario } from './scenario.ts';

const announcedBytes = 32 * 1_048_576;
/** Number of simultaneous idle uploads in each round. */
const rounds = [8, 50, 200] as const;
const uploadsEach = 5;
const limitMs = 2_000;

/**
 * Scenario: one account opens uploads that it never completes, half of them sending a byte now and then; another
 * account uploads 50 KB concurrently.
 */
export const uploadsScenario: Scenario = {
  name: 'uploads',
  nodes: 1,
  async run({ stack, log }) {
    const tookMs: number[] = [];
    for (const count of rounds) {
      const [crowding, guest] = [await stack.account('studio'), await stack.account('studio')];
      const sockets = await Promise.all(Array.from({ length: count }, () => idleUpload(stack, crowding)));
      const drip = setInterval(() => {
        for (const socket of sockets.slice(0, count / 2)) if (socket.writable) socket.write('x');
      }, 100);
      try {
        for (let upload = 0; upload < uploadsEach; upload++) tookMs.push(await uploadSubtitles(stack, guest));
      } finally {
        clearInterval(drip);
        for (const socket of sockets) socket.destroy();
      }
    }
    log(`uploads: ${tookMs.map((ms) => Math.round(ms)).join(' ')} ms`);
    const maxMs = Math.max(...tookMs);
    return [
      {
        promise: 'Idle uploads hold nobody up',
        figure:
          `beside ${rounds.join(', ')} idle and dripping uploads of 32 MB of another account, an upload of 50 KB ` +
          `took at most ${Math.round(maxMs)} ms (${tookMs.length} uploads, each probed by a node)`,
        limit: `<= ${limitMs / 1_000} s`,
        ok: maxMs <= limitMs,
        isTiming: true,
        values: { uploads: tookMs.length, maxMs },
      },
    ];
  },
};

async function idleUpload(stack: ChaosStack, { key }: ChaosAccount): Promise<Socket> {
  const { hostname, port } = new URL(stack.apiHost);
  const socket = connect(Number(port), hostname);
  // The service may close the connection; that is intended.
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  const head = [
    'POST /v1/media/uploads HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: multipart/form-data; boundary=b',
    `Content-Length: ${announcedBytes}`,
    '',
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a.mp4"',
    '',
    '',
  ];
  socket.write(head.join('\r\n'));
  return socket;
}

/**
 * Uploads 50 KB of new subtitles. Returns the time until the subtitles are ready, in ms, or infinity when the response
 * does not report them as ready.
 */
async function uploadSubtitles(stack: ChaosStack, { key }: ChaosAccount): Promise<number> {
  const cue = `1\n00:00:01,000 --> 00:00:02,000\n${crypto.randomUUID()}\n\n`;
  const form = new FormData();
  form.append('file', new Blob([cue.repeat(Math.ceil(50_000 / cue.length))]), 'film.srt');
  const startedAt = performance.now();
  const answer = await call(stack.apiHost, key, 'POST', '/media/uploads', form);
  const tookMs = performance.now() - startedAt;
  return at(answer, 'media', 'status') === 'READY' ? tookMs : Number.POSITIVE_INFINITY;
}
