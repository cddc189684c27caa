import { expect, test } from 'vitest';
import { over, tinted, transparent } from './combine.ts';
import { imageKey } from './drawable.ts';
import type { GraphNode } from './graph-node.ts';

const clip: GraphNode = { kind: 'input', name: 'clip' };
const red = { r: 1, g: 0, b: 0, a: 1 };

test('equal trees have equal keys and a changed number another one', () => {
  expect(imageKey(tinted({ ...clip }, { ...red }, 0.5))).toBe(imageKey(tinted(clip, red, 0.5)));
  expect(imageKey(tinted(clip, red, 0.5))).not.toBe(imageKey(tinted(clip, red, 0.6)));
  expect(imageKey(tinted(clip, red, 0.5))).not.toBe(imageKey(tinted(clip, { ...red, g: 1 }, 0.5)));
});

test('tables go by their ids: their values are not read', () => {
  const table = {
    size: 2,
    id: 'still unread',
    get values(): Float32Array {
      throw new Error('read');
    },
  };
  expect(imageKey({ kind: 'lut', of: clip, table, intensity: 1 })).toContain('still unread');
});

test('a tree that uses a part of itself many times has a short key', () => {
  let tree: GraphNode = over(clip, transparent);
  for (let depth = 0; depth < 100; depth++) tree = over(tree, tree);
  expect(imageKey(tree).length).toBeLessThan(20_000);
});
