import { afterEach, beforeEach, expect, test } from 'vitest';
import { effectOf } from '../../effects/index.ts';
import { tinted } from '../../graph/combine.ts';
import type { Layer } from '../../graph/drawable.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import { layerGeometry } from '../../graph/layer-geometry.ts';
import { identity, scaling, translation } from '../../graph/matrix.ts';
import { noRadius } from '../../graph/placement.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { loadKernels } from '../../kernels/load-kernels.ts';
import { placeStack, type StackUse } from '../../scene/effect-stack-use.ts';
import { skia } from '../../sprites/skia.ts';
import { createGraphBackend, type GraphBackend } from '../rgba/graph-backend.ts';
import { createEffectStacks, type EffectStacks } from './effect-stacks.ts';
import { allPlanes, createSurface } from './surface.ts';
import { createStillSource, type StillSource } from './texture-source.ts';

const size = { width: 32, height: 16 };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const red = { r: 1, g: 0, b: 0, a: 1 };
let kernels: Kernels;
let drawn = 0;
let stacks: EffectStacks;
let source: StillSource;

beforeEach(() => {
  kernels = loadKernels(64 * 1024 * 1024);
  drawn = 0;
  const backend = createGraphBackend(kernels, skia);
  const counting: GraphBackend = {
    ...backend,
    drawBands(...args) {
      drawn += 1;
      backend.drawBands(...args);
    },
  };
  stacks = createEffectStacks(kernels, counting, size);
  source = grey('grey 1');
});
afterEach(() => stacks.close());

function grey(version: string): StillSource {
  const surface = createSurface(kernels.heap, size.width, size.height, false);
  for (const plane of allPlanes(surface))
    kernels.run.fillRect(plane.offset, plane.stride, plane.width, plane.height, 128);
  return createStillSource(kernels, surface, version);
}

function use(fields: Partial<StackUse> = {}): StackUse {
  const crop = { left: 0, top: 0, right: size.width, bottom: size.height };
  const geometry = layerGeometry({ matrix: identity, crop, radius: noRadius }, size);
  if (!geometry) throw new Error('The picture lies outside.');
  const layer: Layer<StillSource> = { kind: 'layer', slot: 'in', source, geometry, opacity: 1, hasEdges: true };
  const inputs = new Map([['clip', { layers: [layer], origin: { x: 0, y: 0 } }]]);
  return { slot: 'a', graph: tinted(clip, red, 0.5), inputs, size, toOutput: identity, opacity: 1, ...fields };
}

function drawnOf(wanted: StackUse) {
  const layer = placeStack(wanted, size);
  if (!layer) throw new Error('The layer lies outside.');
  return stacks.drawn(layer);
}

test('a still effect stack is drawn once, wherever its layer goes', () => {
  const first = drawnOf(use());
  stacks.endFrame();
  const second = drawnOf(use({ toOutput: translation(4, 2), opacity: 0.4, graph: tinted(clip, red, 0.5) }));
  stacks.endFrame();
  expect(drawn).toBe(1);
  expect(second?.source).toBe(first?.source);
});

test('another number in the graph or another picture draws it again', () => {
  drawnOf(use());
  drawnOf(use({ graph: tinted(clip, red, 0.6) }));
  source = grey('grey 2');
  drawnOf(use({ graph: tinted(clip, red, 0.6) }));
  expect(drawn).toBe(3);
});

test('an opaque picture stays opaque through colours, and a half-transparent tree does not', () => {
  expect(drawnOf(use())?.source.hasAlpha).toBe(false);
  const by = { kind: 'half', x: 8, y: 8, angle: 0, feather: 2 } as const;
  const half: GraphNode = { kind: 'matte', of: clip, by, invert: false, strength: 1 };
  expect(drawnOf(use({ slot: 'b', graph: half }))?.source.hasAlpha).toBe(true);
});

test('what a tree draws around an opaque picture is kept, with alpha', () => {
  const outlined = effectOf('outline')?.graph(clip, { width: 3 }, { ...size, scale: 1, seed: 1, frame: 0, timeSec: 0 });
  if (!outlined) throw new Error('There is no outline.');
  const shown = drawnOf(use({ graph: outlined, toOutput: scaling(0.5, 0.5) }));
  expect(shown?.source.hasAlpha).toBe(true);
  expect(shown?.source.width).toBeGreaterThanOrEqual(size.width + 6);
  expect(shown?.source.height).toBeGreaterThanOrEqual(size.height + 6);
});

test('of a layer that reaches far beyond the output only what shows is drawn, and more when it moves', () => {
  // Enlarged 40 times, and pulled over the horizon.
  const wide: GraphNode = { kind: 'transform', of: clip, map: scaling(40, 40), edge: 'transparent' };
  const pinned: GraphNode = {
    kind: 'transform',
    of: clip,
    map: [1, 0, 0, 0, 1, 0, -0.05, 0.02, 1],
    edge: 'transparent',
  };
  for (const graph of [wide, pinned]) {
    const shown = drawnOf(use({ graph }));
    expect(shown?.source.width).toBeLessThanOrEqual(size.width + 10);
    expect(shown?.source.height).toBeLessThanOrEqual(size.height + 10);
    stacks.endFrame();
    const before = drawn;
    drawnOf(use({ graph }));
    expect(drawn).toBe(before);
    stacks.endFrame();
    drawnOf(use({ graph, toOutput: translation(-12, 0) }));
    expect(drawn).toBe(before + 1);
    stacks.endFrame();
  }
});

test('a layer that could not be drawn leaves the one before it closed', () => {
  drawnOf(use());
  const layer = placeStack(use(), size);
  if (!layer) throw new Error('The layer lies outside.');
  const missing = { ...layer, source: { ...layer.source, graph: { kind: 'input', name: 'missing' } as const } };
  expect(() => stacks.drawn(missing)).toThrow('"missing"');
  expect(() => stacks.endFrame()).not.toThrow();
});

test('a layer that is gone gives its memory back', () => {
  const before = kernels.heap.usedBytes;
  drawnOf(use());
  stacks.endFrame();
  expect(kernels.heap.usedBytes).toBeGreaterThan(before);
  stacks.endFrame();
  // Tables stay until the backend forgets them.
  expect(kernels.heap.usedBytes - before).toBeLessThan(4096);
});
