import { expect, test } from 'vitest';
import type { GraphNode } from '../../../graph/graph-node.ts';
import { gaussian } from '../../../kernels/reference/gaussian.ts';
import { createGraphBench, noisePixels, type Pixels, worstDifference } from '../graph-bench.ts';

const bench = createGraphBench();
const box = { width: 97, height: 61 };
const rect = { x: 0, y: 0, ...box };
const clip: GraphNode = { kind: 'input', name: 'clip' };

function blur(sigmaX: number, sigmaY: number, edge: 'clamp' | 'transparent'): GraphNode {
  return { kind: 'blur', of: clip, edge, shape: { type: 'gaussian', sigmaX, sigmaY } };
}

function worst(drawn: Pixels, expected: Float64Array): number {
  return drawn.data.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (expected[i] ?? 0))), 0);
}

const sigmas = [
  [0.4, 0.4],
  [1, 2.5],
  [2, 0],
  [2.1, 2.1],
  [0, 2.9],
  [4, 4],
  [11, 1.5],
  [3, 25],
] as const;

test.each(sigmas)(
  'a Gaussian of %d x %d pixels is the true one to two levels (three just above 2 pixels), over clamped and transparent edges',
  (x, y) => {
    const pixels = noisePixels(rect, 3);
    for (const edge of ['clamp', 'transparent'] as const) {
      const drawn = bench.draw(blur(x, y, edge), { clip: pixels }, box, rect);
      expect(worst(drawn, gaussian(pixels, x, y, edge === 'clamp'))).toBeLessThanOrEqual(x === 2.1 ? 3 : 2);
    }
  },
);

test('a blur with transparent edges reaches out of the box, one with clamped edges does not', () => {
  const pixels = noisePixels(rect, 4, true);
  const soft = bench.draw(blur(5, 2, 'transparent'), { clip: pixels }, box);
  expect([soft.x, soft.y, soft.width, soft.height]).toEqual([-15, -6, 97 + 30, 61 + 12]);
  expect(Math.max(...soft.data.subarray(0, soft.width * 4))).toBeLessThan(4);
  const { x, y, width, height } = bench.draw(blur(5, 2, 'clamp'), { clip: pixels }, box);
  expect({ x, y, width, height }).toEqual(rect);
});

test.each(sigmas)('a part of a picture blurred by %d x %d is the part of the whole', (sigmaX, sigmaY) => {
  const pixels = noisePixels(rect, 5);
  for (const edge of ['clamp', 'transparent'] as const) {
    const whole = bench.draw(blur(sigmaX, sigmaY, edge), { clip: pixels }, box, rect);
    const area = { x: 31, y: 17, width: 30, height: 21 };
    const part = bench.draw(blur(sigmaX, sigmaY, edge), { clip: pixels }, box, area);
    expect(worstDifference(part, bench.draw(clip, { clip: whole }, box, area))).toBe(0);
  }
});

test.each([0.3, 2, 6, 40])('a flat picture stays as it is under a blur of %d pixels', (sigma) => {
  const flat: Pixels = { ...rect, data: new Uint8Array(97 * 61 * 4).fill(255) };
  expect(bench.draw(blur(sigma, sigma, 'clamp'), { clip: flat }, box)).toEqual(flat);
});

test('a blur of 0 pixels changes no byte', () => {
  const pixels = noisePixels(rect, 6);
  expect(bench.draw(blur(0, 0, 'transparent'), { clip: pixels }, box)).toEqual(pixels);
});
