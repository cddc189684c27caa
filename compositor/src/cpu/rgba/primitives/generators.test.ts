import { expect, test } from 'vitest';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { createGraphBench, noisePixels, type Pixels } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 39, height: 25 };
const rect = { x: 0, y: 0, ...box };
const black = { r: 0, g: 0, b: 0, a: 1 };
const clip: GraphNode = { kind: 'input', name: 'clip' };

function at({ data, width }: Pixels, x: number, y: number): number[] {
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

// The hash of a cell as the kernel states it.
function hash(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x9e3779b1) + Math.imul(y, 0x85ebca77) + Math.imul(seed, 0xc2b2ae3d)) | 0;
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

function noiseAt(noise: GraphNodeOf<'noise'>, x: number, y: number, channel: number): number {
  const value = (i: number, j: number) => ((hash(i, j, noise.seed) >>> (8 * channel)) & 255) / 255;
  const [px, py] = [(x + 0.5) / noise.size, (y + 0.5) / noise.size];
  const own = value(Math.floor(px), Math.floor(py));
  const [i, j] = [Math.floor(px - 0.5), Math.floor(py - 0.5)];
  const fade = (t: number) => t * t * (3 - 2 * t);
  const mix = (a: number, b: number, t: number) => a + (b - a) * t;
  const fx = fade(px - 0.5 - i);
  const smooth = mix(
    mix(value(i, j), value(i + 1, j), fx),
    mix(value(i, j + 1), value(i + 1, j + 1), fx),
    fade(py - 0.5 - j),
  );
  const n = noise.size > 1 ? mix(smooth, own, noise.roughness) : own;
  return 255 * Math.min(1, Math.max(0, 0.5 + noise.amount * (n - 0.5)));
}

test.each<GraphNodeOf<'noise'>>([
  { kind: 'noise', seed: 7, size: 1, amount: 1, roughness: 0.5, monochrome: false },
  { kind: 'noise', seed: -1234567, size: 4.5, amount: 0.6, roughness: 0.3, monochrome: false },
  { kind: 'noise', seed: 2147483647, size: 9, amount: 1, roughness: 1, monochrome: true },
])('noise is its formula to a level ($#), in part as in whole', (noise) => {
  const drawn = bench.draw(noise, {}, box);
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const expected = [0, 1, 2].map((k) => noiseAt(noise, x, y, noise.monochrome ? 0 : k));
      const pixel = at(drawn, x, y);
      for (const [k, value] of expected.entries()) expect(Math.abs((pixel[k] ?? 0) - value)).toBeLessThanOrEqual(1);
      expect(pixel[3]).toBe(255);
    }
  }
  const area = { x: 5, y: 3, width: 14, height: 9 };
  expect(bench.draw(noise, {}, box, area)).toEqual(bench.draw(clip, { clip: drawn }, box, area));
});

test('an amount of 0 is mid grey', () => {
  const noise: GraphNodeOf<'noise'> = { kind: 'noise', seed: 1, size: 3, amount: 0, roughness: 0.5, monochrome: false };
  expect(at(bench.draw(noise, {}, box), 20, 11)).toEqual([128, 128, 128, 255]);
});

function pattern(parameters: GraphNodeOf<'pattern'>['pattern']): GraphNodeOf<'pattern'> {
  return { kind: 'pattern', colour: black, pattern: parameters };
}

test('stripes lie their spacing apart, as wide as their share', () => {
  const drawn = bench.draw(pattern({ type: 'lines', spacing: 4, share: 0.5, angle: 0 }), {}, box);
  expect([0, 1, 2, 3, 4, 5, 6].map((y) => at(drawn, 9, y)[3])).toEqual([255, 255, 0, 0, 255, 255, 0]);
  const upright = bench.draw(pattern({ type: 'lines', spacing: 5, share: 0.3, angle: 90 }), {}, box);
  const across = Array.from({ length: 30 }, (_, x) => at(upright, x, 4)[3] ?? 0);
  expect(Math.abs(across.reduce((sum, value) => sum + value, 0) / 30 - 0.3 * 255)).toBeLessThan(2);
});

test('a radial falloff is nothing inside, everything outside and half in between', () => {
  const falloff = {
    type: 'radial',
    centerX: 19.5,
    centerY: 12.5,
    radiusX: 15,
    radiusY: 10,
    inner: 0.4,
    outer: 0.8,
  } as const;
  const drawn = bench.draw(pattern(falloff), {}, box);
  expect(at(drawn, 19, 12)[3]).toBe(0);
  expect(at(drawn, 19 + 6, 12)[3]).toBe(0);
  expect(Math.abs((at(drawn, 19 + 9, 12)[3] ?? 0) - 128)).toBeLessThanOrEqual(1);
  expect(at(drawn, 19, 12 + 8)[3]).toBe(255);
});

test('dots cover as much of their cells as the picture is dark', () => {
  for (const level of [0, 0.25, 0.6, 1]) {
    const grey: GraphNode = { kind: 'solid', colour: { r: 1 - level, g: 1 - level, b: 1 - level, a: 1 } };
    const drawn = bench.draw(pattern({ type: 'dots', of: grey, size: 8, angle: 20 }), {}, { width: 120, height: 80 });
    let sum = 0;
    for (let i = 3; i < drawn.data.length; i += 4) sum += drawn.data[i] ?? 0;
    expect(Math.abs(sum / (120 * 80 * 255) - level)).toBeLessThan(0.03);
  }
});

test('a part of a pattern is the part of the whole', () => {
  const pixels = noisePixels(rect, 31, true);
  const area = { x: 6, y: 5, width: 17, height: 13 };
  const all: GraphNodeOf<'pattern'>['pattern'][] = [
    { type: 'lines', spacing: 6.3, share: 0.4, angle: 33 },
    { type: 'dots', of: clip, size: 5, angle: 30 },
    { type: 'radial', centerX: 19.5, centerY: 12.5, radiusX: 15, radiusY: 10, inner: 0, outer: 1 },
  ];
  for (const parameters of all) {
    const whole = bench.draw(pattern(parameters), { clip: pixels }, box);
    const part = bench.draw(pattern(parameters), { clip: pixels }, box, area);
    expect(part).toEqual(bench.draw(clip, { clip: whole }, box, area));
  }
});
