import { expect, test } from 'vitest';
import { faded, mixed, over, scaledAbout, tinted, transparent } from './combine.ts';
import type { GraphNode } from './graph-node.ts';
import { isOpaqueNode } from './plan.ts';

const clip: GraphNode = { kind: 'input', name: 'clip' };
const other: GraphNode = { kind: 'input', name: 'other' };
const both = new Set(['clip', 'other']);
const black = { r: 0, g: 0, b: 0, a: 1 };

test('colours, means and blurs that hold their edge keep a picture opaque', () => {
  const shape = { type: 'gaussian', sigmaX: 4, sigmaY: 4 } as const;
  const trees: GraphNode[] = [
    clip,
    tinted(clip, black, 0.5),
    mixed(clip, other, 0.3),
    over(other, clip),
    { kind: 'blur', of: clip, edge: 'clamp', shape },
    { kind: 'remap', of: clip, field: { kind: 'pixelate', size: 4 }, edge: 'mirror' },
  ];
  for (const tree of trees) expect(isOpaqueNode(tree, both)).toBe(true);
});

test('what may let something through is not called opaque', () => {
  const shape = { type: 'gaussian', sigmaX: 4, sigmaY: 4 } as const;
  const trees: GraphNode[] = [
    transparent,
    faded(clip, 0.5),
    scaledAbout(clip, { width: 10, height: 10 }, 0.5),
    { kind: 'blur', of: clip, edge: 'transparent', shape },
    { kind: 'key', of: clip, key: { type: 'luma', threshold: 0, tolerance: 0, softness: 0, invert: false } },
  ];
  for (const tree of trees) expect(isOpaqueNode(tree, both)).toBe(false);
  expect(isOpaqueNode(over(clip, other), new Set(['clip']))).toBe(true);
  expect(isOpaqueNode(mixed(clip, other, 0.3), new Set(['clip']))).toBe(false);
});

test('a tree that uses a part of itself many times is judged in no time', () => {
  let tree: GraphNode = clip;
  for (let depth = 0; depth < 200; depth++) tree = over(tree, tree);
  expect(isOpaqueNode(tree, both)).toBe(true);
});
