import type { Rect } from '../graph/box.ts';
import { type GaussianAxis, gaussianAxis, halvedRange, rangesOf } from '../graph/gaussian-axis.ts';
import { both, columnsOf, lastOf, type Range, rectOf, rowsOf } from '../graph/range.ts';
import { type AxisFilter, copied, doubled, filtered } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';

const halving: AxisFilter = { step: 2, first: -1, weights: [1 / 8, 3 / 8, 3 / 8, 1 / 8] };

/**
 * Draws `area` of the source blurred by a Gaussian. The source is halved while the blur is large, filtered and doubled
 * again, in the same steps as on the CPU. `part` is the existing part of the source. Beyond it, edge pixels are
 * repeated (`clamp`) or the source is transparent. The caller returns the result to the pool.
 */
export function drawGaussian(
  gpu: GpuDevice,
  source: PlacedImage,
  part: Rect,
  area: Rect,
  { sigmaX, sigmaY }: { readonly sigmaX: number; readonly sigmaY: number },
  clamp: boolean,
): PlacedImage {
  const axisX = gaussianAxis(sigmaX);
  const axisY = gaussianAxis(sigmaY);
  const levels = Math.max(axisX.level, axisY.level);
  const rangesX = rangesOf(axisX, { from: area.x & ~1, to: area.x + area.width });
  const rangesY = rangesOf(axisY, { from: area.y, to: area.y + area.height });
  let current = source;
  let there = part;

  function replace(next: PlacedImage): void {
    if (current !== source) gpu.pool.giveBack(current.image);
    current = next;
    there = next.rect;
  }

  for (let level = 0; level < levels; level++) {
    const [x, y] = [level < axisX.level, level < axisY.level];
    const rangeX = x ? both(rangesX.halved[level + 1], halvedRange(columnsOf(there))) : columnsOf(there);
    const rangeY = y ? both(rangesY.halved[level + 1], halvedRange(rowsOf(there))) : rowsOf(there);
    const filter = { x: x ? halving : copied, y: y ? halving : copied };
    replace(filtered(gpu, current, there, rectOf(rangeX, rangeY), filter, clamp));
  }
  const last = rectOf(lastOf(rangesX.doubled), lastOf(rangesY.doubled));
  // Along x first, for the rows that the filter along y needs.
  if (axisX.weights.length > 1) {
    const rows = axisY.weights.length > 1 ? rowsOf(there) : rowsOf(last);
    replace(filtered(gpu, current, there, rectOf(columnsOf(last), rows), { x: bell(axisX), y: copied }, clamp));
  }
  if (axisY.weights.length > 1 || current === source) {
    replace(filtered(gpu, current, there, last, { x: copied, y: bell(axisY) }, clamp));
  }
  for (let level = levels - 1; level >= 0; level--) {
    const range = (ranges: readonly Range[]) => ranges[Math.min(level, ranges.length - 1)] ?? { from: 0, to: 0 };
    const rect = rectOf(range(rangesX.doubled), range(rangesY.doubled));
    replace(doubled(gpu, current, rect, level < axisX.level, level < axisY.level));
  }
  return current;
}

function bell({ weights }: GaussianAxis): AxisFilter {
  const radius = weights.length - 1;
  const shares = weights.map((weight) => weight / 32768);
  return { step: 1, first: -radius, weights: [...shares, ...shares.slice(0, radius).reverse()] };
}
