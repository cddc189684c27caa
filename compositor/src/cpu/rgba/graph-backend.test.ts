import { expect, test } from 'vitest';
import type { GraphNode } from '../../graph/graph-node.ts';
import { translation } from '../../graph/matrix.ts';
import { skia } from '../../sprites/skia.ts';
import { createGraphBackend } from './graph-backend.ts';
import { createGraphBench, noisePixels, putPixels } from './graph-bench.ts';
import { releaseRgba } from './rgba-surface.ts';

const bench = createGraphBench();
const box = { width: 13, height: 9 };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const pixels = noisePixels({ x: 0, y: 0, ...box }, 1);

test('an input is drawn as it is, at its place, and stays the caller’s', () => {
  expect(bench.draw(clip, { clip: pixels }, box)).toEqual(pixels);
  const part = bench.draw(clip, { clip: pixels }, box, { x: -1, y: 2, width: 4, height: 3 });
  expect([...part.data.subarray(0, 8)]).toEqual([0, 0, 0, 0, ...pixels.data.subarray(2 * 13 * 4, 2 * 13 * 4 + 4)]);
});

test('a missing input is named', () => {
  expect(() => bench.draw({ kind: 'input', name: 'mask' }, { clip: pixels }, box)).toThrow(/"mask".*clip/);
});

test('a picture that reaches out of the box makes the result larger than the box', () => {
  const moved: GraphNode = { kind: 'transform', of: clip, map: translation(3, -2), edge: 'transparent' };
  const { x, y, width, height } = bench.draw(moved, { clip: pixels }, box);
  expect({ x, y, width, height }).toEqual({ x: 0, y: -2, width: 16, height: 11 });
});

test('everything that a drawing took is given back', () => {
  const before = bench.kernels.heap.usedBytes;
  const moved: GraphNode = { kind: 'transform', of: clip, map: translation(3, -2), edge: 'transparent' };
  const twice: GraphNode = { kind: 'composite', over: moved, under: moved, blend: 'normal', opacity: 0.5 };
  const all: GraphNode = { kind: 'composite', over: twice, under: clip, blend: 'normal', opacity: 1 };
  bench.draw(all, { clip: pixels }, box);
  expect(bench.kernels.heap.usedBytes).toBe(before);
});

test('a colour fills the box, premultiplied', () => {
  const colour = { r: 1, g: 0.5, b: 0, a: 0.5 };
  const drawn = bench.draw({ kind: 'solid', colour }, {}, box);
  expect([...drawn.data.subarray(0, 4)]).toEqual([128, 64, 0, 128]);
  expect([...drawn.data.subarray(-4)]).toEqual([128, 64, 0, 128]);
});

test('a subtree that several nodes share is drawn once, as far as any of them needs it', () => {
  const { kernels } = bench;
  const drawn: number[] = [];
  const counting = {
    ...kernels,
    run: {
      ...kernels.run,
      chromaKey(...args: Parameters<typeof kernels.run.chromaKey>) {
        drawn.push(args[2] * args[3]);
        kernels.run.chromaKey(...args);
      },
    },
  };
  const colour = { r: 0, g: 1, b: 0, a: 1 };
  const key = { type: 'chroma', colour, similarity: 0.3, smoothness: 0.1, spill: 0 } as const;
  const keyed: GraphNode = { kind: 'key', of: clip, key };
  const shape = { type: 'gaussian', sigmaX: 1, sigmaY: 1 } as const;
  const shadow: GraphNode = { kind: 'blur', of: keyed, edge: 'transparent', shape };
  const both: GraphNode = { kind: 'composite', over: keyed, under: shadow, blend: 'normal', opacity: 1 };
  const surface = putPixels(kernels, pixels);
  const backend = createGraphBackend(counting, skia);
  const result = backend.draw(both, new Map([['clip', surface]]), box, { x: 3, y: 3, width: 2, height: 1 });
  // Two pixels and three around them for the blur.
  expect(drawn).toEqual([8 * 7]);
  for (const each of [result, surface]) releaseRgba(kernels.heap, each);
});
