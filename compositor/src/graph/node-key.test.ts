import { expect, test } from 'vitest';
import { over, tinted, transparent } from './combine.ts';
import type { GraphNode } from './graph-node.ts';
import { pictureKey } from './node-key.ts';

const clip: GraphNode = { kind: 'input', name: 'clip' };
const red = { r: 1, g: 0, b: 0, a: 1 };

test('equal trees have equal keys and a changed number another one', () => {
  expect(pictureKey(tinted({ ...clip }, { ...red }, 0.5))).toBe(pictureKey(tinted(clip, red, 0.5)));
  expect(pictureKey(tinted(clip, red, 0.5))).not.toBe(pictureKey(tinted(clip, red, 0.6)));
  expect(pictureKey(tinted(clip, red, 0.5))).not.toBe(pictureKey(tinted(clip, { ...red, g: 1 }, 0.5)));
});

test('tables go by their ids: their values are not read', () => {
  const table = {
    size: 2,
    id: 'still unread',
    get values(): Float32Array {
      throw new Error('read');
    },
  };
  expect(pictureKey({ kind: 'lut', of: clip, table, intensity: 1 })).toContain('still unread');
});

test('a tree that uses a part of itself many times has a short key', () => {
  let tree: GraphNode = over(clip, transparent);
  for (let depth = 0; depth < 100; depth++) tree = over(tree, tree);
  expect(pictureKey(tree).length).toBeLessThan(20_000);
});
