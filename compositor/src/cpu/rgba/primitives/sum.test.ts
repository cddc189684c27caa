import { expect, test } from 'vitest';
import type { GraphNode } from '../../../graph/graph-node.ts';
import { createGraphBench, noisePixels } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 37, height: 11 };
const rect = { x: 0, y: 0, ...box };
const a: GraphNode = { kind: 'input', name: 'a' };
const b: GraphNode = { kind: 'input', name: 'b' };

test.each([
  [0, 1, 1, 0],
  [0, 1.5, -0.5, 0],
  [1, 0, 0, 0],
  [-0.5, 0.7, 0.2, 0.1],
])('%d a b + %d a + %d b + %d is the formula, clamped to its alpha', (k1, k2, k3, k4) => {
  const [first, second] = [noisePixels(rect, 25), noisePixels(rect, 26)];
  const drawn = bench.draw({ kind: 'sum', a, b, k1, k2, k3, k4 }, { a: first, b: second }, box);
  for (let i = 0; i < drawn.data.length; i += 4) {
    const channel = (k: number) => {
      const [pa, pb] = [(first.data[i + k] ?? 0) / 255, (second.data[i + k] ?? 0) / 255];
      return 255 * Math.min(1, Math.max(0, k1 * pa * pb + k2 * pa + k3 * pb + k4));
    };
    for (let k = 0; k < 4; k++) {
      expect(Math.abs((drawn.data[i + k] ?? 0) - Math.min(channel(k), channel(3)))).toBeLessThanOrEqual(1);
    }
  }
});

test('a sum of one picture alone changes no byte, and one with a constant fills the box', () => {
  const pixels = noisePixels(rect, 27);
  const alone: GraphNode = { kind: 'sum', a, b, k1: 0, k2: 1, k3: 0, k4: 0 };
  expect(bench.draw(alone, { a: pixels, b: noisePixels(rect, 28) }, box)).toEqual(pixels);
  const empty = { x: 3, y: 3, width: 0, height: 0, data: new Uint8Array(0) };
  const constant: GraphNode = { kind: 'sum', a, b, k1: 0, k2: 0, k3: 1, k4: 0.2 };
  expect([...new Set(bench.draw(constant, { a: empty, b: empty }, box).data)]).toEqual([51]);
});

test('pictures of different places are summed where they lie', () => {
  const small = noisePixels({ x: 4, y: 2, width: 5, height: 3 }, 29, true);
  const both: GraphNode = { kind: 'sum', a, b, k1: 0, k2: 1, k3: 1, k4: 0 };
  const pixels = { ...noisePixels(rect, 30), data: new Uint8Array(box.width * box.height * 4) };
  const drawn = bench.draw(both, { a: small, b: pixels }, box);
  expect(bench.draw(a, { a: drawn }, box, small)).toEqual(small);
});
