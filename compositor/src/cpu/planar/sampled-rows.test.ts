import { expect, test } from 'vitest';
import type { Layer } from '../../graph/drawable.ts';
import { layerGeometry } from '../../graph/layer-geometry.ts';
import { compose, type Matrix, translation } from '../../graph/matrix.ts';
import { noRadius } from '../../graph/placement.ts';
import { loadKernels } from '../../kernels/load-kernels.ts';
import { skia } from '../../sprites/skia.ts';
import { createGraphBackend } from '../rgba/graph-backend.ts';
import { createFullPath } from './full-path.ts';
import { createLayerSlots } from './layer-slots.ts';
import { allPlanes, createSurface, type Surface } from './surface.ts';
import { createStackSource, type TextureSource } from './texture-source.ts';

const kernels = loadKernels(64 * 1024 * 1024);
const output = { width: 320, height: 240 };
const side = 160;
const full = createFullPath(kernels, createGraphBackend(kernels, skia));

// A disc that fades out, noise in its middle; `reach`: how far from the centre it ends.
function disc(version: string, reach: number): TextureSource {
  const surface = createSurface(kernels.heap, side, side, true);
  for (const [index, plane] of allPlanes(surface).entries()) {
    const half = plane.width / 2;
    for (let i = 0; i < plane.width * plane.height; i++) {
      const [x, y] = [i % plane.width, Math.floor(i / plane.width)];
      const distance = Math.hypot(x + 0.5 - half, y + 0.5 - half) / half;
      const alpha = Math.max(0, Math.min(1, (reach - distance) * 5));
      const level = index > 2 ? 255 : distance < 0.2 ? 60 + ((x * 7 + y * 13 + index) % 90) : 120;
      kernels.heap.bytes[plane.offset + y * plane.stride + x] = Math.round(level * alpha);
    }
  }
  return createStackSource(kernels, surface, version);
}

function layerOf(source: TextureSource, degrees: number): Layer<TextureSource> {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const turn: Matrix = { a: c, b: s, c: -s, d: c, tx: 0, ty: 0 };
  const matrix = compose(translation(171.3, 112.8), compose(turn, translation(-side / 2, -side / 2)));
  const crop = { left: 0, top: 0, right: side, bottom: side };
  const geometry = layerGeometry({ matrix, crop, radius: noRadius }, output);
  if (!geometry) throw new Error('The layer lies outside.');
  return { kind: 'layer', slot: 'a', source, geometry, opacity: 1, hasEdges: true, blend: 'overlay' };
}

function backdrop({ width, height }: { width: number; height: number }): Surface {
  const surface = createSurface(kernels.heap, width, height, false);
  for (const [index, plane] of allPlanes(surface).entries()) {
    for (let i = 0; i < plane.stride * plane.height; i++)
      kernels.heap.bytes[plane.offset + i] = 40 + ((i * (index + 3)) % 160);
  }
  return surface;
}

function bytesOf(surface: Surface): Uint8Array[] {
  return allPlanes(surface).flatMap(({ offset, stride, width, height }) =>
    Array.from({ length: height }, (_, y) =>
      kernels.heap.bytes.slice(offset + y * stride, offset + y * stride + width),
    ),
  );
}

test('a layer that is blended row by row has the bytes of one that was sampled before', () => {
  const source = disc('disc', 0.9);
  for (const degrees of [14, 61, 133, 290]) {
    const slots = createLayerSlots(kernels);
    const layer = layerOf(source, degrees);
    const [byRows, atOnce] = [backdrop(layer.geometry.rect), backdrop(layer.geometry.rect)];
    const rows = slots.sampleRows(layer);
    if (!rows) throw new Error('It is not sampled by rows.');
    full.blendRows(byRows, rows, 'overlay');
    rows.close();
    const { surface, coverage } = slots.sample(layer);
    expect(coverage).toBe(null);
    full.blend(atOnce, surface, 'overlay');
    expect(bytesOf(byRows)).toEqual(bytesOf(atOnce));
    expect(bytesOf(byRows)).not.toEqual(bytesOf(backdrop(layer.geometry.rect)));
    slots.close();
  }
});

test('a layer that rests is sampled once and kept, one that reaches its edges is cut by them', () => {
  const slots = createLayerSlots(kernels);
  const layer = layerOf(disc('another', 0.9), 30);
  slots.sampleRows(layer)?.close();
  expect(slots.sampleRows(layer)).toBe(null);
  expect(slots.sample(layer).surface).toBe(slots.sample(layer).surface);
  expect(slots.sampleRows(layerOf(disc('large', 1.3), 30))).toBe(null);
  slots.close();
});

test('edges that nothing reaches change nothing: with and without them the pixels are the same', () => {
  for (const degrees of [0.4, 33, 170]) {
    const source = disc('kept', 0.9);
    const slots = createLayerSlots(kernels);
    const without = bytesOf(slots.sample(layerOf(source, degrees)).surface);
    const { hasEmptyRim: _, ...unknown } = source;
    const withEdges = bytesOf(slots.sample({ ...layerOf(unknown, degrees), slot: 'b' }).surface);
    expect(without).toEqual(withEdges);
    slots.close();
  }
});
