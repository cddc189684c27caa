import { expect, test } from 'vitest';
import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { chromaKey, lumaKey } from '../../../kernels/reference/key.ts';
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
