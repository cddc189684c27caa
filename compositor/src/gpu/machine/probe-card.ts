import { createHash } from 'node:crypto';
import { FramemillError } from '@framemill/timeline/errors';
import { createGpuDevice, uploadImage } from '../gpu-device.ts';
import { openDevice } from '../open-device.ts';
import { readImage } from '../read-image.ts';
import { skiaOutline } from '../skia-outline.ts';
import { createTreeDrawing } from '../tree-drawing.ts';
import type { CardReport } from './card-report.ts';
import { machineFacts } from './machine-facts.ts';
import { referenceEffects } from './reference-effects.ts';
import { surelyNoCard, whyNoCard } from './why-no-card.ts';

const realSize = { width: 1920, height: 1080 };
// A processor that stands in for a card is for tests: it needs a second for what a card does in a millisecond.
const softwareSize = { width: 160, height: 90 };
const keptBytes = 16 * 1024 * 1024;

/**
 * Opens the graphics card and tries it. Throws `not_configured`, in words that say what to do, when there is none that may be used; a device that computes on
 * the processor may not, unless `allowSoftware`. `now` gives milliseconds that never go back.
 */
export async function probeCard(allowSoftware: boolean, now: () => number): Promise<CardReport> {
  const facts = machineFacts();
  if (surelyNoCard(facts)) throw unusable(whyNoCard(facts));
  const { device, adapter } = await openDevice().catch((cause: unknown) => {
    throw unusable(whyNoCard(facts), cause);
  });
  const gpu = createGpuDevice(device, { keptBytes });
  try {
    if (adapter.isSoftware && !allowSoftware) {
      throw unusable(
        `${adapter.driver} is no card: it computes on the processor, slower than the processor's own backend.`,
      );
    }
    const size = adapter.isSoftware ? softwareSize : realSize;
    const rect = { x: 0, y: 0, ...size };
    const image = uploadImage(gpu, testPixels(size.width, size.height), [size.width, size.height], 'rgba8unorm');
    const trees = createTreeDrawing(gpu, skiaOutline);
    const hash = createHash('sha256').update(JSON.stringify(adapter));
    const looks: { name: string; ms: number }[] = [];
    for (const { name, tree } of referenceEffects(size)) {
      const draw = async () => {
        const drawn = trees.draw(tree, new Map([['clip', { image, rect }]]), size, () => rect);
        const pixels = await readImage(gpu, drawn, rect);
        gpu.pool.giveBack(drawn.image);
        return pixels;
      };
      // The first one compiles the shaders.
      hash.update(await draw());
      const startedAt = now();
      await draw();
      looks.push({ name, ms: now() - startedAt });
    }
    return { adapter, fingerprint: hash.digest('hex'), looks, size };
  } finally {
    gpu.close();
  }
}

function unusable(reason: string, cause?: unknown): FramemillError {
  return new FramemillError('not_configured', `No graphics card can be used: ${reason}`, {}, { cause });
}

function testPixels(width: number, height: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    pixels.set([(x * 5 + y) & 255, (x + y * 3) & 255, (x * y) & 255, 255], at);
  }
  return pixels;
}
