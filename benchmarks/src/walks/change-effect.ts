// Draws a clip on the CPU after a command has changed it: first a clip without effects, then one of whose effect a
// parameter was changed. Prints the times of both as JSON, in ms since 1970.
import { setTimeout as delay } from 'node:timers/promises';
import { createRenderer } from '@framemill/compositor';
import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, type Command, createDocument, type Document } from '@framemill/timeline';

const size = { width: 320, height: 180 };
const profile = { format: 'mp4', quality: 'high', ...size, rate: { num: 30, den: 1 }, watermark: false } as const;
let lastId = 0;
const context = { catalogue, media: () => null, newId: (kind: string) => `${kind}-${++lastId}` };

const style = { fill: '#ffffff', width: 160, height: 90 };
const plain = run(createDocument(size), { op: 'addShapeClip', kind: 'rectangle', start: 0, duration: 1, style });
const clipId = plain.clips[0]?.id;
const effect = run(plain, { op: 'addEffect', clipId, type: 'blur', params: { radius: 4 } });
const effectId = effect.clips[0]?.effects?.[0]?.id;

// Everything once before, so that modules are loaded and caches filled.
await draw(plain, { op: 'updateClip', clipId, patch: { name: 'first' } });
await draw(effect, { op: 'updateEffect', clipId, effectId, params: { radius: 5 } });
const without = await timed(() => draw(plain, { op: 'updateClip', clipId, patch: { name: 'second' } }));
const changed = await timed(() => draw(effect, { op: 'updateEffect', clipId, effectId, params: { radius: 6 } }));
process.stdout.write(JSON.stringify({ without, changed }));

async function timed(work: () => Promise<void>): Promise<{ from: number; to: number }> {
  // Of the calls of a function within a second, one is recorded.
  await delay(1_500);
  const from = performance.timeOrigin + performance.now();
  await work();
  return { from, to: performance.timeOrigin + performance.now() };
}

async function draw(before: Document, command: Command): Promise<void> {
  const renderer = await createRenderer({ document: run(before, command), profile, media: {} });
  await renderer.renderFrame(0.5, { type: 'png', scale: 1 });
  renderer.close();
}

function run(before: Document, command: Command): Document {
  const { document: after, results } = applyCommands(before, [command], context);
  if (!results[0]?.ok) throw new Error(`${command.op} failed: ${results[0]?.error}`);
  return after;
}
