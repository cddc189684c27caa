import type { Rect } from '../../graph/box.ts';
import {
  both,
  columnsOf,
  type GaussianAxis,
  gaussianAxis,
  halvedRange,
  lastOf,
  type Range,
  rangesOf,
  rectOf,
  rowsOf,
} from '../../graph/gaussian-axis.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import {
  bandRows,
  createRgba,
  type GivenSurface,
  isRowSource,
  type RgbaSurface,
  viewOfRgba,
  withRows,
} from './rgba-surface.ts';

// Bytes of a pixel between two passes: four 16-bit lanes.
const wideBytes = 8;
// Weights of the halving filter (1, 3, 3, 1) / 8 in 32768ths, from the outermost inwards.
const halvingWeights = [4096, 12288];

/**
 * Draws `area` of the source blurred by a Gaussian. With a sigma of up to 2 pixels, the source is filtered directly.
 * With a larger sigma, it is first reduced to half its size one or more times, so that a large blur costs no more than
 * a small one. Values differ from those of an exact Gaussian by at most 4 of 255 levels (at hard edges of full
 * contrast, with a sigma just above 2 pixels), and by at most 2 levels from a sigma of 2.5 pixels on. With `clamp`,
 * edge pixels are repeated outside the source; otherwise the outside is transparent. The caller must release the
 * result.
 */
export function drawGaussian(
  kernels: Kernels,
  source: RgbaSurface,
  area: Rect,
  sigmaX: number,
  sigmaY: number,
  clamp: boolean,
): RgbaSurface {
  if (isHalved(sigmaX, sigmaY)) {
    const halved = openGaussian(kernels, source, area, sigmaX, sigmaY, clamp);
    const result = halved.rows(area);
    halved.close();
    return result;
  }
  const blurred = createBytes(kernels, fromEven(area));
  blurLevel(kernels, levelOf(source), blurred, clamp, { x: gaussianAxis(sigmaX), y: gaussianAxis(sigmaY) });
  return partOfLevel(blurred, area);
}

/** Whether a blur with these sigmas first reduces the image. `openGaussian` may only be called if it does. */
export function isHalved(sigmaX: number, sigmaY: number): boolean {
  return Math.max(gaussianAxis(sigmaX).level, gaussianAxis(sigmaY).level) > 0;
}

/** Gaussian blur that is computed except for its last enlargement. */
export interface OpenGaussian {
  /**
   * Draws `rect`, a part of the blurred area, with the same pixels as `drawGaussian`. The caller must release the
   * result.
   */
  rows(rect: Rect): RgbaSurface;
  close(): void;
}

/**
 * Prepares a blur like `drawGaussian`, for sigmas that satisfy `isHalved`, so that the result can be drawn by rows. The
 * source is read once from top to bottom, in bands of rows if it produces its rows on demand. Until `close`, the blur
 * keeps an intermediate image in memory, which has a quarter of the pixels of `area` and 8 bytes a pixel.
 */
export function openGaussian(
  kernels: Kernels,
  source: GivenSurface,
  area: Rect,
  sigmaX: number,
  sigmaY: number,
  clamp: boolean,
): OpenGaussian {
  const axes = { x: gaussianAxis(sigmaX), y: gaussianAxis(sigmaY) };
  const levels = Math.max(axes.x.level, axes.y.level);
  const rangesX = rangesOf(axes.x, { from: area.x & ~1, to: area.x + area.width });
  const rangesY = rangesOf(axes.y, { from: area.y, to: area.y + area.height });
  const along = (level: number): Along => ({ x: level < axes.x.level, y: level < axes.y.level });

  /** Allocates the pixels for the next reduction of `below`, which was reduced `level` times. */
  function roomAbove(below: Rect, level: number): Level {
    const { x, y } = along(level);
    const rangeX = x ? both(rangesX.halved[level + 1], halvedRange(columnsOf(below))) : columnsOf(below);
    const rangeY = y ? both(rangesY.halved[level + 1], halvedRange(rowsOf(below))) : rowsOf(below);
    return createWide(kernels, rectOf(rangeX, rangeY));
  }

  let current = roomAbove(source, 0);
  try {
    readHalved(kernels, source, current, clamp, along(0));
  } catch (error) {
    freeLevel(kernels, current);
    throw error;
  }
  const follow = (next: Level, make: (next: Level) => void) => {
    make(next);
    freeLevel(kernels, current);
    current = next;
  };
  for (let level = 1; level < levels; level++) {
    follow(roomAbove(current, level), (next) => halveLevel(kernels, current, next, clamp, along(level)));
  }
  const small = rectOf(lastOf(rangesX.doubled), lastOf(rangesY.doubled));
  follow(createWide(kernels, small), (next) => blurLevel(kernels, current, next, clamp, axes));
  for (let level = levels - 1; level > 0; level--) {
    const range = (ranges: readonly Range[]) => ranges[Math.min(level, ranges.length - 1)] ?? { from: 0, to: 0 };
    const rect = rectOf(range(rangesX.doubled), range(rangesY.doubled));
    follow(createWide(kernels, rect), (next) => doubleLevel(kernels, current, next, along(level)));
  }
  return {
    rows(rect) {
      const next = createBytes(kernels, fromEven(rect));
      doubleLevel(kernels, current, next, along(0));
      return partOfLevel(next, rect);
    },
    close: () => freeLevel(kernels, current),
  };
}

// Pixels are doubled in pairs, so that the left edge is even.
function fromEven(rect: Rect): Rect {
  const x = rect.x & ~1;
  return { ...rect, x, width: rect.x + rect.width - x };
}

/**
 * Reduces an image to half its size for the first time. Reads it in bands of rows if it produces its rows on demand;
 * rows at the boundary of two bands are requested twice.
 */
function readHalved(kernels: Kernels, source: GivenSurface, next: Level, clamp: boolean, along: Along): void {
  const bottom = source.y + source.height;
  const rows = isRowSource(source) ? bandRows(source.width) : next.height;
  for (let row = 0; row < next.height; row += rows) {
    const height = Math.min(rows, next.height - row);
    const part = { ...next, y: next.y + row, height, offset: next.offset + row * next.stride };
    const end = part.y + height;
    const needed = along.y ? { from: 2 * part.y - 1, to: 2 * end + 1 } : { from: part.y, to: end };
    // A band entirely outside the source shows its edge or nothing: one row is enough for either.
    const from = Math.min(Math.max(needed.from, source.y), bottom - 1);
    const to = Math.max(from + 1, Math.min(needed.to, bottom));
    withRows(kernels, source, { x: source.x, y: from, width: source.width, height: to - from }, (taken) =>
      halveLevel(kernels, levelOf(taken), part, clamp, along),
    );
  }
}

/**
 * Pixels of an image after some reductions to half its size. Without reductions (level 0) they have 8-bit channels;
 * otherwise they have 16-bit channels in units of 1/64 level (`wide`). `block` is null when the memory is owned
 * elsewhere.
 */
interface Level extends Rect {
  readonly offset: number;
  readonly stride: number;
  readonly wide: boolean;
  readonly block: number | null;
}

/** Axes along which an image is reduced or enlarged. */
interface Along {
  readonly x: boolean;
  readonly y: boolean;
}

/** Wraps an image as level 0, in the same memory. */
function levelOf(surface: RgbaSurface): Level {
  return { ...surface, wide: false, block: null };
}

/** Returns the part of a level 0 image inside `area`, in the same memory. */
function partOfLevel({ offset, stride, x, y, width, height, block }: Level, area: Rect): RgbaSurface {
  return viewOfRgba({ offset, stride, x, y, width, height, block: block ?? offset }, area);
}

/**
 * Reduces pixels to half the size along x, y or both. With `clamp`, edge pixels are repeated outside; otherwise the
 * outside is transparent.
 */
function halveLevel(kernels: Kernels, from: Level, to: Level, clamp: boolean, along: Along): void {
  const weights = putWeights(kernels, halvingWeights);
  const taps = (start: number) => ({ weights, taps: 4, step: 2, first: 2 * start - 1 });
  filter(kernels, from, to, clamp, {
    x: along.x ? taps(to.x) : copying(to.x),
    y: along.y ? taps(to.y) : copying(to.y),
  });
  kernels.heap.release(weights);
}

/**
 * Filters pixels with the weights of both axes. With `clamp`, edge pixels are repeated outside; otherwise the outside
 * is transparent.
 */
function blurLevel(
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

/**
 * Enlarges pixels of 16-bit channels to double the size along x, y or both. `from` must have one extra pixel on each
 * side.
 */
function doubleLevel(kernels: Kernels, from: Level, to: Level, along: Along): void {
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

/** Allocates pixels of 16-bit channels with undefined contents. */
function createWide({ heap }: Kernels, rect: Rect): Level {
  const stride = (rect.width * wideBytes + 15) & ~15;
  const block = heap.allocate(stride * rect.height);
  return { ...rect, offset: block, stride, wide: true, block };
}

/** Allocates pixels of 8-bit channels with undefined contents. */
function createBytes({ heap }: Kernels, rect: Rect): Level {
  return { ...createRgba(heap, rect), wide: false };
}

/** Releases the memory of a level, unless the memory is owned elsewhere. */
function freeLevel({ heap }: Kernels, { block }: Level): void {
  if (block !== null) heap.release(block);
}
