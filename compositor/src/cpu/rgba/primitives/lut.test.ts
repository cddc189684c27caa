import { expect, test } from 'vitest';
import type { GraphNode } from '../../../graph/graph-node.ts';
import type { CubeTable, CurveTable } from '../../../graph/values.ts';
import { lookUp } from '../../../kernels/reference/lut.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 53, height: 17 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };

function table(
  size: number,
  id: string,
  colour: (r: number, g: number, b: number) => [number, number, number],
): CubeTable {
  const values = new Float32Array(size ** 3 * 3);
  for (let i = 0; i < size ** 3; i++) {
    const point = [i % size, Math.floor(i / size) % size, Math.floor(i / (size * size))].map((k) => k / (size - 1));
    values.set(colour(point[0] ?? 0, point[1] ?? 0, point[2] ?? 0), i * 3);
  }
  return { size, values, id };
}

const straight = (size: number) => table(size, `straight ${size}`, (r, g, b) => [r, g, b]);
const bent = (size: number) => table(size, `bent ${size}`, (r, g, b) => [r * r, 1 - g * b, Math.abs(b - 0.5 * r)]);

const expected = (pixels: Pixels, { size, values }: CubeTable, intensity: number) =>
  changed(pixels, intensity, (colour) => lookUp(values, size, colour));

function changed(
  pixels: Pixels,
  intensity: number,
  map: (colour: readonly [number, number, number]) => number[],
): Pixels {
  const data = new Uint8Array(pixels.data);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    if (alpha === 0) continue;
    const part = (k: number) => Math.min(255, Math.round(((data[i + k] ?? 0) * 255) / alpha)) / 255;
    const colour: [number, number, number] = [part(0), part(1), part(2)];
    data.set(
      map(colour).map((value, k) => Math.round(((colour[k] ?? 0) * (1 - intensity) + value * intensity) * alpha)),
      i,
    );
  }
  return { ...pixels, data };
}

test.each([2, 17, 33, 65])(
  'a table of %d points gives its plain version to a level, opaque, and to two, translucent',
  (size) => {
    for (const opaque of [true, false]) {
      const pixels = noisePixels(rect, size, opaque);
      for (const intensity of [1, 0.4]) {
        const drawn = bench.draw({ kind: 'lut', of: clip, table: bent(size), intensity }, { clip: pixels }, box);
        expect(worstDifference(drawn, expected(pixels, bent(size), intensity))).toBeLessThanOrEqual(opaque ? 1 : 2);
      }
    }
  },
);

test('curves give each channel its own value for its level, to a level where they are translucent', () => {
  const curve = (power: number) => Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** power);
  const curves: CurveTable = { id: 'powers', curves: [curve(0.4), curve(1), curve(2)] };
  for (const opaque of [true, false]) {
    const pixels = noisePixels(rect, 11, opaque);
    for (const intensity of [1, 0.4]) {
      const mapped = changed(pixels, intensity, (colour) => colour.map((value, k) => value ** ([0.4, 1, 2][k] ?? 1)));
      const drawn = bench.draw({ kind: 'lut', of: clip, table: curves, intensity }, { clip: pixels }, box);
      expect(worstDifference(drawn, mapped)).toBeLessThanOrEqual(opaque ? 0 : 1);
    }
  }
});

test('a table of two points that mixes channels in proportion is its plain version to a level', () => {
  const mixing = table(2, 'mixing', (r, g, b) => [0.2 + 0.5 * g + 0.3 * b, 1 - b, (r + g + b) / 3]);
  for (const opaque of [true, false]) {
    const pixels = noisePixels(rect, 9, opaque);
    for (const intensity of [1, 0.4]) {
      const drawn = bench.draw({ kind: 'lut', of: clip, table: mixing, intensity }, { clip: pixels }, box);
      expect(worstDifference(drawn, expected(pixels, mixing, intensity))).toBeLessThanOrEqual(1);
    }
  }
});

test.each([2, 33, 128])('a straight table of %d points changes no byte of an opaque picture', (size) => {
  const pixels = noisePixels(rect, 7, true);
  expect(bench.draw({ kind: 'lut', of: clip, table: straight(size), intensity: 1 }, { clip: pixels }, box)).toEqual(
    pixels,
  );
});

test('intensity 0 changes no byte', () => {
  const pixels = noisePixels(rect, 8);
  expect(bench.draw({ kind: 'lut', of: clip, table: bent(33), intensity: 0 }, { clip: pixels }, box)).toEqual(pixels);
});

test('a table has room for what white reads beyond its last point', () => {
  const white = { x: 0, y: 0, width: 8, height: 1, data: new Uint8Array(32).fill(255) };
  const { draw, kernels } = createGraphBench();
  for (const size of [33, 65]) {
    const before = kernels.heap.usedBytes;
    const image: GraphNode = { kind: 'lut', of: clip, table: straight(size), intensity: 1 };
    expect(draw(image, { clip: white }, { width: 8, height: 1 }).data).toEqual(white.data);
    const neighbours = 1 + size + size * size;
    expect(kernels.heap.usedBytes - before).toBeGreaterThanOrEqual((size ** 3 + neighbours) * 8);
  }
});
