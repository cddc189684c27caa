import type { Rect } from '../../graph/box.ts';
import type { GaussianAxis } from '../../graph/gaussian-axis.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { createRgba, type RgbaSurface, viewOfRgba } from './rgba-surface.ts';

// Bytes of a pixel between two passes: four 16-bit lanes.
const wideBytes = 8;
// Weights of the halving filter (1, 3, 3, 1) / 8 in 32768ths, from the outermost inwards.
const halvingWeights = [4096, 12288];

/**
 * Pixels of an image after some halvings: bytes at level 0 (not halved), wide pixels (16-bit lanes in 64ths) above.
 * `block` is null when the memory is owned elsewhere.
 */
export interface Level extends Rect {
  readonly offset: number;
  readonly stride: number;
  readonly wide: boolean;
  readonly block: number | null;
}

/** Axes that are halved or doubled. */
export interface Along {
  readonly x: boolean;
  readonly y: boolean;
}

/** Wraps an image as level 0, in the same memory. */
export function levelOf(surface: RgbaSurface): Level {
  return { ...surface, wide: false, block: null };
}

/** Returns the part of a level of bytes inside `area` as an image, in the same memory. */
export function partOfLevel({ offset, stride, x, y, width, height, block }: Level, area: Rect): RgbaSurface {
  return viewOfRgba({ offset, stride, x, y, width, height, block: block ?? offset }, area);
}

/**
 * Halves pixels along x, y or both. `clamp`: edge pixels are repeated beyond the level; otherwise it is transparent
 * there.
 */
export function halveLevel(kernels: Kernels, from: Level, to: Level, clamp: boolean, along: Along): void {
  const weights = putWeights(kernels, halvingWeights);
  const taps = (start: number) => ({ weights, taps: 4, step: 2, first: 2 * start - 1 });
  filter(kernels, from, to, clamp, {
    x: along.x ? taps(to.x) : copying(to.x),
    y: along.y ? taps(to.y) : copying(to.y),
  });
  kernels.heap.release(weights);
}

/**
 * Filters pixels with the weights of both axes. `clamp`: edge pixels are repeated beyond the level; otherwise it is
 * transparent there.
 */
export function blurLevel(
  kernels: Kernels,
  from: Level,
  to: Level,
  clamp: boolean,
  axes: { readonly x: GaussianAxis; readonly y: GaussianAxis },
): void {
  const weights = { x: putWeights(kernels, axes.x.weights), y: putWeights(kernels, axes.y.weights) };
  filter(kernels, from, to, clamp, {
    x: tapsOf(axes.x, weights.x, to.x),
    y: tapsOf(axes.y, weights.y, to.y),
  });
  kernels.heap.release(weights.x);
  kernels.heap.release(weights.y);
}

interface AxisTaps {
  weights: number;
  taps: number;
  step: number;
  first: number;
}

function copying(first: number): AxisTaps {
  return { weights: 0, taps: 1, step: 1, first };
}

function tapsOf(axis: GaussianAxis, weights: number, start: number): AxisTaps {
  const radius = axis.weights.length - 1;
  return { weights, taps: 2 * radius + 1, step: 1, first: start - radius };
}

function filter(kernels: Kernels, from: Level, to: Level, clamp: boolean, taps: { x: AxisTaps; y: AxisTaps }): void {
  const { x, y } = taps;
  const scratch = kernels.heap.allocate(kernels.run.firScratchSize(to.width, x.step, x.taps, y.taps));
  kernels.run.firRgba(
    to.offset,
    to.stride,
    to.width,
    to.height,
    from.offset,
    from.stride,
    from.width,
    from.height,
    x.first - from.x,
    y.first - from.y,
    x.weights,
    x.taps,
    x.step,
    y.weights,
    y.taps,
    y.step,
    from.wide ? 1 : 0,
    to.wide ? 1 : 0,
    clamp ? 1 : 0,
    scratch,
  );
  kernels.heap.release(scratch);
}

/** Doubles wide pixels along x, y or both. `from` must have one extra pixel on each side. */
export function doubleLevel(kernels: Kernels, from: Level, to: Level, along: Along): void {
  const scratch = kernels.heap.allocate(kernels.run.doubleScratchSize(to.width));
  kernels.run.doubleRgba(
    to.offset,
    to.stride,
    to.width,
    to.height,
    from.offset,
    from.stride,
    along.x ? to.x - 2 * from.x : to.x - from.x,
    along.y ? to.y - 2 * from.y : to.y - from.y,
    along.x ? 1 : 0,
    along.y ? 1 : 0,
    to.wide ? 1 : 0,
    scratch,
  );
  kernels.heap.release(scratch);
}

// Each weight fills a SIMD vector.
function putWeights({ heap }: Kernels, weights: readonly number[]): number {
  const lanes = new Int16Array(weights.length * 8);
  for (const [index, weight] of weights.entries()) lanes.fill(Math.min(32767, weight), index * 8, index * 8 + 8);
  const offset = heap.allocate(lanes.byteLength);
  heap.bytes.set(new Uint8Array(lanes.buffer), offset);
  return offset;
}

/** Allocates wide pixels with undefined contents. */
export function createWide({ heap }: Kernels, rect: Rect): Level {
  const stride = (rect.width * wideBytes + 15) & ~15;
  const block = heap.allocate(stride * rect.height);
  return { ...rect, offset: block, stride, wide: true, block };
}

/** Allocates byte pixels with undefined contents. */
export function createBytes({ heap }: Kernels, rect: Rect): Level {
  return { ...createRgba(heap, rect), wide: false };
}

/** Releases the memory of a level, unless the memory is owned elsewhere. */
export function freeLevel({ heap }: Kernels, { block }: Level): void {
  if (block !== null) heap.release(block);
}
