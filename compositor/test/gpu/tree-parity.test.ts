import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGraphBackend } from '../../src/cpu/rgba/graph-backend.ts';
import { createRgba, type RgbaSurface } from '../../src/cpu/rgba/rgba-surface.ts';
import type { PlacedImage } from '../../src/gpu/device-memory.ts';
import { skiaOutline } from '../../src/gpu/gpu-backend.ts';
import { type GpuDevice, uploadImage } from '../../src/gpu/gpu-device.ts';
import { readImage } from '../../src/gpu/read-image.ts';
import { createTreeDrawing } from '../../src/gpu/tree-drawing.ts';
import { loadKernels } from '../../src/kernels/load-kernels.ts';
import { skia } from '../../src/sprites/skia.ts';
import { psnr } from '../images.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';
import { treeBox, treeCases } from './trees.ts';

const images = join(import.meta.dirname, '../../src/gallery/pictures');
const names = ['photo', 'ocean', 'leaf'];

describe.skipIf(withoutDevice)('a tree of primitives on the graphics card', () => {
  const kernels = loadKernels(256 * 1024 * 1024);
  const backend = createGraphBackend(kernels, skia);
  let gpu: GpuDevice;
  let given: Map<string, Uint8Array<ArrayBuffer>>;
  let onCard: Map<string, PlacedImage>;
  let onProcessor: Map<string, RgbaSurface>;

  beforeAll(async () => {
    gpu = await softwareDevice();
    given = await premultipliedInputs();
    const rect = { x: 0, y: 0, ...treeBox };
    onCard = new Map(
      [...given].map(([name, pixels]) => {
        const image = uploadImage(gpu, pixels, [treeBox.width, treeBox.height], 'rgba8unorm');
        return [name, { image, rect }];
      }),
    );
    onProcessor = new Map([...given].map(([name, pixels]) => [name, surfaceOf(pixels)]));
  });

  function surfaceOf(pixels: Uint8Array): RgbaSurface {
    const surface = createRgba(kernels.heap, { x: 0, y: 0, ...treeBox });
    for (let y = 0; y < treeBox.height; y++) {
      const row = pixels.subarray(y * treeBox.width * 4, (y + 1) * treeBox.width * 4);
      kernels.heap.bytes.set(row, surface.offset + y * surface.stride);
    }
    return surface;
  }

  test.each(treeCases)('$name is what the processor draws', async ({ tree, floor = 48 }) => {
    const drawn = createTreeDrawing(gpu, skiaOutline).draw(tree, onCard, treeBox);
    const pixels = await readImage(gpu, drawn, drawn.rect);
    gpu.pool.giveBack(drawn.image);
    const expected = backend.draw(tree, onProcessor, treeBox);
    const { x, y, width, height } = expected;
    expect(drawn.rect).toEqual({ x, y, width, height });
    const own = new Uint8Array(width * height * 4);
    for (let row = 0; row < height; row++) {
      const at = expected.offset + row * expected.stride;
      own.set(kernels.heap.bytes.subarray(at, at + width * 4), row * width * 4);
    }
    kernels.heap.release(expected.block);
    expect(own.some((byte) => byte > 0)).toBe(true);
    const ratio = psnr(pixels, own);
    if (process.env.GPU_FIGURES) console.log(`${ratio.toFixed(1)} dB`);
    expect(ratio).toBeGreaterThanOrEqual(floor);
  });
});

/** Returns the premultiplied inputs by name: two photographs, and the second one cut to an ellipse with a soft edge. */
async function premultipliedInputs(): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const [photo, ocean] = await Promise.all(['mountains.webp', 'ocean.webp'].map((name) => pixelsOf(name)));
  if (!photo || !ocean) throw new Error('An image of the gallery is missing.');
  const leaf = new Uint8Array(ocean.length);
  for (let at = 0; at < ocean.length; at += 4) {
    const [x, y] = [(at / 4) % treeBox.width, Math.floor(at / 4 / treeBox.width)];
    const away = Math.hypot((x - 78) / 60, (y - 46) / 34);
    const alpha = Math.min(1, Math.max(0, (1 - away) * 12));
    for (let k = 0; k < 4; k++) leaf[at + k] = Math.round((ocean[at + k] ?? 0) * alpha);
  }
  return new Map([photo, ocean, leaf].map((pixels, index) => [names[index] ?? '', pixels]));
}

async function pixelsOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = treeBox;
  const data = await sharp(join(images, name)).resize(width, height, { fit: 'fill' }).ensureAlpha().raw().toBuffer();
  return new Uint8Array(data);
}
