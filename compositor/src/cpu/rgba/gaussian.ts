import type { Rect } from '../../graph/box.ts';
import { type GaussianAxis, gaussianAxis, halvedRange, rangesOf } from '../../graph/gaussian-axis.ts';
import { both, columnsOf, lastOf, type Range, rectOf, rowsOf } from '../../graph/range.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { createRgba, type RgbaSurface, viewOfRgba } from './rgba-surface.ts';

// Four 16-bit lanes a pixel between two passes.
const wideBytes = 8;

/** Pixels at some level of halving: bytes at level 0, wide ones above. */
interface Level extends Rect {
  readonly offset: number;
  readonly stride: number;
  readonly wide: boolean;
  readonly block: number | null;
}

/**
 * Draws `area` of the source blurred by a Gaussian. Up to 2 pixels it is filtered as it is; above, it is halved
 * first, so that a large blur costs no more than a small one: at most 4 levels from the true Gaussian (hard edges of full
 * contrast just above 2 pixels), 2 from 2.5 pixels on. `clamp`: beyond
 * the source lie its edge pixels; otherwise nothing. The caller owns the result.
 */
export function drawGaussian(
  kernels: Kernels,
  source: RgbaSurface,
  area: Rect,
  sigmaX: number,
  sigmaY: number,
  clamp: boolean,
): RgbaSurface {
  const { heap } = kernels;
  const axisX = gaussianAxis(sigmaX);
  const axisY = gaussianAxis(sigmaY);
  const levels = Math.max(axisX.level, axisY.level);
  const rangesX = rangesOf(axisX, { from: area.x & ~1, to: area.x + area.width });
  const rangesY = rangesOf(axisY, { from: area.y, to: area.y + area.height });
  const halving = putWeights(kernels, [4096, 12288]);
  const weights = { x: putWeights(kernels, axisX.weights), y: putWeights(kernels, axisY.weights) };

  let current: Level = { ...source, wide: false, block: null };
  for (let level = 0; level < levels; level++) {
    const [x, y] = [level < axisX.level, level < axisY.level];
    const rangeX = x ? both(rangesX.halved[level + 1], halvedRange(columnsOf(current))) : columnsOf(current);
    const rangeY = y ? both(rangesY.halved[level + 1], halvedRange(rowsOf(current))) : rowsOf(current);
    const next = createWide(kernels, rectOf(rangeX, rangeY));
    filter(kernels, current, next, clamp, {
      x: x ? { weights: halving, taps: 4, step: 2, first: 2 * next.x - 1 } : copying(next.x),
      y: y ? { weights: halving, taps: 4, step: 2, first: 2 * next.y - 1 } : copying(next.y),
    });
    free(kernels, current);
    current = next;
  }

  const blurredRect = rectOf(lastOf(rangesX.doubled), lastOf(rangesY.doubled));
  const blurred = levels === 0 ? createBytes(kernels, blurredRect) : createWide(kernels, blurredRect);
  filter(kernels, current, blurred, clamp, {
    x: tapsOf(axisX, weights.x, blurred.x),
    y: tapsOf(axisY, weights.y, blurred.y),
  });
  free(kernels, current);
  current = blurred;

  for (let level = levels - 1; level >= 0; level--) {
    const [x, y] = [level < axisX.level, level < axisY.level];
    const range = (ranges: readonly Range[]) => ranges[Math.min(level, ranges.length - 1)] ?? { from: 0, to: 0 };
    const rect = rectOf(range(rangesX.doubled), range(rangesY.doubled));
    const next = level === 0 ? createBytes(kernels, rect) : createWide(kernels, rect);
    double(kernels, current, next, x, y);
    free(kernels, current);
    current = next;
  }
  for (const offset of [halving, weights.x, weights.y]) heap.release(offset);
  const { offset, stride, x, y, width, height, block } = current;
  return viewOfRgba({ offset, stride, x, y, width, height, block: block ?? offset }, area);
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

function double(kernels: Kernels, from: Level, to: Level, alongX: boolean, alongY: boolean): void {
  const scratch = kernels.heap.allocate(kernels.run.doubleScratchSize(to.width));
  kernels.run.doubleRgba(
    to.offset,
    to.stride,
    to.width,
    to.height,
    from.offset,
    from.stride,
    alongX ? to.x - 2 * from.x : to.x - from.x,
    alongY ? to.y - 2 * from.y : to.y - from.y,
    alongX ? 1 : 0,
    alongY ? 1 : 0,
    to.wide ? 1 : 0,
    scratch,
  );
  kernels.heap.release(scratch);
}

// Each weight fills a vector.
function putWeights({ heap }: Kernels, weights: readonly number[]): number {
  const lanes = new Int16Array(weights.length * 8);
  for (const [index, weight] of weights.entries()) lanes.fill(Math.min(32767, weight), index * 8, index * 8 + 8);
  const offset = heap.allocate(lanes.byteLength);
  heap.bytes.set(new Uint8Array(lanes.buffer), offset);
  return offset;
}

function createWide({ heap }: Kernels, rect: Rect): Level {
  const stride = (rect.width * wideBytes + 15) & ~15;
  const block = heap.allocate(stride * rect.height);
  return { ...rect, offset: block, stride, wide: true, block };
}

function createBytes({ heap }: Kernels, rect: Rect): Level {
  return { ...createRgba(heap, rect), wide: false };
}

function free({ heap }: Kernels, { block }: Level): void {
  if (block !== null) heap.release(block);
}
