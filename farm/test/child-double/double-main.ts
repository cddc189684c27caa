// A render child that does on command what real ones do only by accident. Commands are paths of probe tasks.
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

interface Request {
  id: number;
  task: {
    type: string;
    path?: string;
    outPath?: string;
    segments?: { startFrame: number; endFrame: number; outPath: string }[];
    media?: Record<string, { path: string }>;
  };
}

const facts = {
  kind: 'image',
  sha256: 'a'.repeat(64),
  mimeType: 'image/png',
  sizeBytes: 1,
  width: 1,
  height: 1,
  durationSec: null,
  fps: null,
  hasAudio: false,
};

const hoard: Buffer[] = [];

function answer(id: number, result: unknown): void {
  process.send?.({ id, result });
}

const commands: Record<string, (id: number) => void> = {
  ok: (id) => answer(id, facts),
  pid: (id) => answer(id, { ...facts, mimeType: String(process.pid) }),
  environment: (id) => answer(id, { ...facts, mimeType: JSON.stringify(process.env) }),
  crash: () => process.exit(7),
  hang: () => undefined,
  'get-on': (id) => reportEvery(200, (step) => process.send?.({ id, progress: step }), id),
  'get-on-slowly': (id) => reportEvery(600, (step) => process.send?.({ id, progress: step }), id),
  seek: (id) => reportEvery(600, () => process.send?.({ id, seeking: true }), id),
  'ignore-sigterm': (id) => {
    process.on('SIGTERM', () => undefined);
    process.send?.({ id, progress: 1 });
  },
  hog: () => {
    setInterval(() => hoard.push(Buffer.alloc(32 * 1024 * 1024, 1)), 5);
  },
  faulty: (id) =>
    process.send?.({ id, error: { code: 'invalid_request', message: 'no video stream in it', details: {} } }),
};

process.on('disconnect', () => process.exit(0));
process.on('message', (request: Request) => {
  const { id, task } = request;
  if (task.type === 'fingerprint')
    return answer(id, { fingerprint: 'd0ub1e'.padEnd(64, '0'), codecs: ['libx264', 'libvpx-vp9', 'aac', 'libopus'] });
  // A source may say what becomes of whoever reads it.
  const ingested = task.type.startsWith('ingest-') && task.path !== undefined ? [{ path: task.path }] : [];
  const sources = [...Object.values(task.media ?? {}), ...ingested].map(({ path }) => readFileSync(path, 'utf8'));
  if (sources.includes('crash')) process.exit(7);
  if (sources.includes('hang')) return;
  const residentBytes = Number(/^holds (\d+)$/.exec(sources[0] ?? '')?.[1] ?? 100e6);
  if (sources.length > 0) return answer(id, { segments: [], warnings: [], residentBytes });
  // A range that never ends, for cancelling and stopping it: of several segments the first is done, the second begun.
  if (task.type === 'segments') {
    const [first, second] = task.segments ?? [];
    if (first !== undefined && second !== undefined) {
      writeFileSync(`${second.outPath}.part`, 'begun');
      writeFileSync(first.outPath, 'done');
    }
    return void process.send?.({ id, progress: 3 });
  }
  if (task.type !== 'probe') {
    if (task.outPath !== undefined) writeFileSync(task.outPath, 'picture');
    return answer(id, { width: 2, height: 2, timeSec: 0, sizeBytes: 7 });
  }
  const path = task.path ?? '';
  // Through the node the command is the content of the uploaded file.
  const command = basename(path) === 'upload' ? readFileSync(path, 'utf8') : path;
  commands[command]?.(id);
});

/** Reports eight steps, one every `ms`, and then answers a task. */
function reportEvery(ms: number, report: (step: number) => void, id: number): void {
  let step = 0;
  const timer = setInterval(() => {
    step += 1;
    report(step);
    if (step < 8) return;
    clearInterval(timer);
    answer(id, facts);
  }, ms);
}
