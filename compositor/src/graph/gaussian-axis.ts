import type { Rect } from './box.ts';

// Sigma in pixels above which an image is halved before it is blurred, and doubled afterwards.
const largestSigma = 2;
// Halving by (1, 3, 3, 1) and doubling by (3, 1) each spread a pixel like a Gaussian of this variance (in full pixels).
const spreadOfHalving = 0.75;
/**
 * Radius at which a Gaussian is cut off, in sigmas. The weight of the rest is less than half a level (of 255) on each
 * side.
 */
const cutOff = 3;

const nothing: Range = { from: 0, to: 0 };

/**
 * Plan of a blur along one axis: the image is reduced to half its size `level` times, filtered, and enlarged to its
 * size again. The filter is a symmetric odd kernel.
 */
export interface GaussianAxis {
  readonly level: number;
  /**
   * First half of the kernel's weights in units of 1/32768, from the outermost to the centre. A single weight means no
   * filtering.
   */
  readonly weights: readonly number[];
}

/** Returns the radius of a Gaussian in whole pixels. */
export function gaussianRadius(sigma: number): number {
  return Math.ceil(sigma * cutOff);
}

/** Plans a blur of `sigma` pixels (0 or more) along one axis. */
export function gaussianAxis(sigma: number): GaussianAxis {
  let level = 0;
  let rest = sigma;
  while (rest > largestSigma) {
    rest = Math.sqrt((rest * rest - 2 * spreadOfHalving) / 4);
    level += 1;
  }
  return { level, weights: gaussianWeights(rest) };
}

/**
 * Returns the pixel ranges of all levels that are needed for the result range `range`. `doubled` contains the ranges to
 * enlarge, from full size down. `halved` contains the ranges to reduce, from the source on.
 */
export function rangesOf(axis: GaussianAxis, range: Range): { doubled: readonly Range[]; halved: readonly Range[] } {
  const doubled: Range[] = [range];
  for (let level = 0; level < axis.level; level++) {
    const { from, to } = doubled[level] ?? range;
    // One more pixel on each side; even, because pixels are doubled in pairs.
    doubled.push({ from: ((from >> 1) - 1) & ~1, to: ((to - 1) >> 1) + 2 });
  }
  const last = doubled[axis.level] ?? range;
  const radius = axis.weights.length - 1;
  const halved: Range[] = [{ from: last.from - radius, to: last.to + radius }];
  for (let level = 0; level < axis.level; level++) {
    const { from, to } = halved[0] ?? range;
    halved.unshift({ from: 2 * from - 1, to: 2 * to + 1 });
  }
  return { doubled, halved };
}

/**
 * Returns the range of half-size pixels that depend on any pixel of `range`. Half-size pixels outside this range equal
 * those at the image's edge.
 */
export function halvedRange(range: Range): Range {
  return { from: (range.from - 2) >> 1, to: ((range.to + 1) >> 1) + 1 };
}

function gaussianWeights(sigma: number): number[] {
  const radius = sigma > 0 ? gaussianRadius(sigma) : 0;
  const bell = Array.from({ length: radius + 1 }, (_, i) => Math.exp(-((radius - i) ** 2) / (2 * sigma * sigma)));
  const sum = bell.reduce((total, value, i) => total + (i < radius ? 2 * value : value), 0);
  const weights = bell.map((value) => Math.round((value / sum) * 32768));
  // The centre weight absorbs the rounding error, so that a uniform image keeps its brightness.
  const outer = weights.slice(0, radius).reduce((total, value) => total + value, 0);
  weights[radius] = 32768 - 2 * outer;
  return weights.slice(
    Math.max(
      0,
      weights.findIndex((value) => value > 0),
    ),
  );
}

/** Returns the rectangle of the source that is needed to draw `area` of its blurred image. */
export function gaussianNeeds(area: Rect, sigmaX: number, sigmaY: number): Rect {
  const x = rangesOf(gaussianAxis(sigmaX), { from: area.x & ~1, to: area.x + area.width }).halved[0] ?? nothing;
  const y = rangesOf(gaussianAxis(sigmaY), { from: area.y, to: area.y + area.height }).halved[0] ?? nothing;
  return { x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from };
}

/** Range of whole pixels [from, to). */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the columns of a rectangle. */
export const columnsOf = ({ x, width }: Rect): Range => ({ from: x, to: x + width });

/** Returns the rows of a rectangle. */
export const rowsOf = ({ y, height }: Rect): Range => ({ from: y, to: y + height });

/** Returns the rectangle of these columns and rows. */
export function rectOf(x: Range, y: Range): Rect {
  return { x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from };
}

/** Returns the last range of a list; the empty range [0, 0) when the list is empty. */
export function lastOf(ranges: readonly Range[]): Range {
  return ranges.at(-1) ?? { from: 0, to: 0 };
}

/** Returns the intersection of two ranges, at least one pixel long; `b` when `a` is undefined. */
export function both(a: Range | undefined, b: Range): Range {
  if (!a) return b;
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from + 1, Math.min(a.to, b.to)) };
}
