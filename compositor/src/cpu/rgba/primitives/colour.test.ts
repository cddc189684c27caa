import { expect, test } from 'vitest';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import type { CubeTable, CurveTable } from '../../../graph/values.ts';
import { chromaKey, lookUp, lumaKey } from '../../../kernels/reference/colour.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 45, height: 19 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const green = { r: 0.1, g: 0.8, b: 0.2, a: 1 };

type Rgb = [r: number, g: number, b: number];

// What the kernel does with each straight pixel: its colour and the share that is kept.
function expected(pixels: Pixels, pixel: (colour: Rgb) => { keep: number; colour: readonly number[] }): Pixels {
  const data = new Uint8Array(pixels.data);
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3] ?? 0;
    const part = (k: number) => (alpha > 0 ? Math.min(255, Math.round(((data[i + k] ?? 0) * 255) / alpha)) : 0);
    const { keep, colour } = pixel([part(0), part(1), part(2)]);
    const kept = Math.round(alpha * keep);
    data.set([...colour.map((value) => Math.round((Math.round(value) * kept) / 255)), kept], i);
  }
  return { ...pixels, data };
}

test.each([
  [0.3, 0.08, 0.1],
  [0.05, 0.3, 1],
  [0.2, 0, 0],
  [0, 0, 1],
])(
  'a chroma key of similarity %d, smoothness %d and spill %d is its plain version to a level',
  (similarity, smoothness, spill) => {
    const key: GraphNodeOf<'key'>['key'] = { type: 'chroma', colour: green, similarity, smoothness, spill };
    const keyRgb: Rgb = [25.5, 204, 51];
    for (const opaque of [true, false]) {
      const pixels = noisePixels(rect, 9, opaque);
      const drawn = bench.draw({ kind: 'key', of: clip, key }, { clip: pixels }, box);
      const plain = expected(pixels, (colour) => chromaKey(colour, keyRgb, similarity, smoothness, spill));
      expect(worstDifference(drawn, plain)).toBeLessThanOrEqual(opaque ? 1 : 2);
    }
  },
);

test('the key’s colour goes, its complement and grey stay as they are', () => {
  const colours = [25, 204, 51, 255, 204, 25, 200, 255, 128, 128, 128, 255];
  const pixels: Pixels = { x: 0, y: 0, width: 3, height: 1, data: Uint8Array.from(colours) };
  const key: GraphNodeOf<'key'>['key'] = { type: 'chroma', colour: green, similarity: 0.1, smoothness: 0.05, spill: 1 };
  const drawn = bench.draw({ kind: 'key', of: clip, key }, { clip: pixels }, { width: 3, height: 1 });
  expect([...drawn.data]).toEqual([0, 0, 0, 0, ...colours.slice(4)]);
});

test.each([
  [0.5, 0.1, 0.05, false],
  [0, 0.2, 0.3, false],
  [1, 0.3, 0, true],
])(
  'a luma key at %d +- %d, softness %d, inverted %s is its plain version to a level',
  (threshold, tolerance, softness, invert) => {
    const key: GraphNodeOf<'key'>['key'] = { type: 'luma', threshold, tolerance, softness, invert };
    for (const opaque of [true, false]) {
      const pixels = noisePixels(rect, 10, opaque);
      const drawn = bench.draw({ kind: 'key', of: clip, key }, { clip: pixels }, box);
      const plain = expected(pixels, (colour) => {
        const keep = lumaKey(colour, threshold, tolerance, softness);
        return { keep: invert ? 1 - keep : keep, colour };
      });
      expect(worstDifference(drawn, plain)).toBeLessThanOrEqual(opaque ? 1 : 2);
    }
  },
);

const lutBox = { width: 53, height: 17 };
const lutRect = { x: 0, y: 0, ...lutBox };

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

const expectedLut = (pixels: Pixels, { size, values }: CubeTable, intensity: number) =>
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
      const pixels = noisePixels(lutRect, size, opaque);
      for (const intensity of [1, 0.4]) {
        const drawn = bench.draw({ kind: 'lut', of: clip, table: bent(size), intensity }, { clip: pixels }, lutBox);
        expect(worstDifference(drawn, expectedLut(pixels, bent(size), intensity))).toBeLessThanOrEqual(opaque ? 1 : 2);
      }
    }
  },
);

test('curves give each channel its own value for its level, to a level where they are translucent', () => {
  const curve = (power: number) => Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** power);
  const curves: CurveTable = { id: 'powers', curves: [curve(0.4), curve(1), curve(2)] };
  for (const opaque of [true, false]) {
    const pixels = noisePixels(lutRect, 11, opaque);
    for (const intensity of [1, 0.4]) {
      const mapped = changed(pixels, intensity, (colour) => colour.map((value, k) => value ** ([0.4, 1, 2][k] ?? 1)));
      const drawn = bench.draw({ kind: 'lut', of: clip, table: curves, intensity }, { clip: pixels }, lutBox);
      expect(worstDifference(drawn, mapped)).toBeLessThanOrEqual(opaque ? 0 : 1);
    }
  }
});

test('a table of two points that mixes channels in proportion is its plain version to a level', () => {
  const mixing = table(2, 'mixing', (r, g, b) => [0.2 + 0.5 * g + 0.3 * b, 1 - b, (r + g + b) / 3]);
  for (const opaque of [true, false]) {
    const pixels = noisePixels(lutRect, 9, opaque);
    for (const intensity of [1, 0.4]) {
      const drawn = bench.draw({ kind: 'lut', of: clip, table: mixing, intensity }, { clip: pixels }, lutBox);
      expect(worstDifference(drawn, expectedLut(pixels, mixing, intensity))).toBeLessThanOrEqual(1);
    }
  }
});

test.each([2, 33, 128])('a straight table of %d points changes no byte of an opaque picture', (size) => {
  const pixels = noisePixels(lutRect, 7, true);
  expect(bench.draw({ kind: 'lut', of: clip, table: straight(size), intensity: 1 }, { clip: pixels }, lutBox)).toEqual(
    pixels,
  );
});

test('intensity 0 changes no byte', () => {
  const pixels = noisePixels(lutRect, 8);
  expect(bench.draw({ kind: 'lut', of: clip, table: bent(33), intensity: 0 }, { clip: pixels }, lutBox)).toEqual(
    pixels,
  );
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
