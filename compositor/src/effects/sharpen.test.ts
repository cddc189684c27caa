import { expect, test } from 'vitest';
import { createGraphBench, noisePixels } from '../cpu/rgba/graph-bench.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { sharpen } from './sharpen.ts';

const bench = createGraphBench();
const box = { width: 61, height: 23 };
const clip: GraphNode = { kind: 'input', name: 'clip' };

test('an opaque picture is sharpened by its blurred copy as it is, to the byte', () => {
  const moment = { ...box, scale: 1, seed: 1, frame: 0, timeSec: 0, edge: 'clamp' } as const;
  const pixels = noisePixels({ x: 0, y: 0, ...box }, 9, true);
  const shape = { type: 'gaussian', sigmaX: 2, sigmaY: 2 } as const;
  const soft: GraphNode = { kind: 'blur', of: clip, edge: 'clamp', shape };
  const plain: GraphNode = { kind: 'sum', a: clip, b: soft, k1: 0, k2: 2.5, k3: -1.5, k4: 0 };
  const tree = sharpen.graph(clip, { amount: 1.5, radius: 2 }, moment);
  expect(bench.draw(tree, { clip: pixels }, box)).toEqual(bench.draw(plain, { clip: pixels }, box));
});
