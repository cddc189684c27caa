import { createHash } from 'node:crypto';
import { FramemillError } from '@framemill/timeline/errors';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';
import { skiaOutline } from '../gpu-backend.ts';
import { createGpuDevice, uploadImage } from '../gpu-device.ts';
import { openDevice } from '../open-device.ts';
import { readImage } from '../read-image.ts';
import { createTreeDrawing } from '../tree-drawing.ts';
import type { CardReport } from './graphics-card.ts';
import { certainlyNoGpu, gpuUnavailableReason, machineFacts } from './unavailable-reason.ts';

const realSize = { width: 1920, height: 1080 };
// Size for software that emulates a GPU in tests: it takes a second for a GPU's millisecond.
const softwareSize = { width: 160, height: 90 };
const keptBytes = 16 * 1024 * 1024;

/**
 * Opens the GPU and measures its speed. Throws `not_configured`, with advice in the message, when there is no usable
 * GPU. An adapter that computes on the CPU is usable only with `allowSoftware`. `now` returns monotonic milliseconds.
 */
export async function probeCard(allowSoftware: boolean, now: () => number): Promise<CardReport> {
  const facts = machineFacts();
  if (certainlyNoGpu(facts)) throw unusable(gpuUnavailableReason(facts));
  const { device, adapter } = await openDevice().catch((cause: unknown) => {
    throw unusable(gpuUnavailableReason(facts), cause);
  });
  const gpu = createGpuDevice(device, { keptBytes });
  try {
    if (adapter.isSoftware && !allowSoftware) {
      throw unusable(
        `the driver ${adapter.driver} emulates a GPU on the CPU, which is slower than rendering on the CPU directly. ` +
          'Install the driver of the GPU, or render on the CPU.',
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
      // The first run compiles the shaders and is not timed.
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
  return new FramemillError('not_configured', `No GPU can be used: ${reason}`, {}, { cause });
}

function testPixels(width: number, height: number): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    pixels.set([(x * 5 + y) & 255, (x + y * 3) & 255, (x * y) & 255, 255], at);
  }
  return pixels;
}

const clip: GraphNode = { kind: 'input', name: 'clip' };

/**
 * Returns the three effect graphs that measure a GPU's speed. One works pixel by pixel, one reads a large neighbourhood
 * of each pixel, one samples all over the image. Each has the input `clip`.
 */
function referenceEffects({ width, height }: Size): readonly { readonly name: string; readonly tree: GraphNode }[] {
  const blurred = (of: GraphNode, sigma: number): GraphNode => ({
    ...{ kind: 'blur', of, edge: 'clamp' },
    shape: { type: 'gaussian', sigmaX: sigma, sigmaY: sigma },
  });
  const grain: GraphNode = { kind: 'noise', seed: 7, size: 1.5, amount: 0.6, roughness: 0.5, monochrome: false };
  const keyed: GraphNode = {
    ...{ kind: 'key', of: clip },
    key: { type: 'chroma', colour: { r: 0.1, g: 0.7, b: 0.2, a: 1 }, similarity: 0.12, smoothness: 0.1, spill: 0.5 },
  };
  const glow: GraphNode = { kind: 'sum', a: clip, b: blurred(clip, height / 40), k1: 0, k2: 1, k3: 0.6, k4: 0 };
  const bent: GraphNode = {
    ...{ kind: 'remap', of: clip, edge: 'mirror' },
    field: { kind: 'kaleidoscope', segments: 6, angle: 10, centerX: width / 2, centerY: height / 2 },
  };
  return [
    {
      name: 'key and grain',
      tree: { kind: 'composite', over: grain, under: keyed, blend: 'overlay', opacity: 0.3, atop: true },
    },
    { name: 'glow', tree: glow },
    { name: 'kaleidoscope', tree: bent },
  ];
}
