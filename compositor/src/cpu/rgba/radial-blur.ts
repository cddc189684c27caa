import type { Rect } from '../../graph/box.ts';
import type { Size } from '../../graph/placement.ts';
import { radialNeeds } from '../../graph/primitives/blur.ts';
import type { Edge } from '../../graph/values.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { createRgba, type RgbaSurface, releaseRgba } from './rgba-surface.ts';
import { kernelEdge } from './sampling.ts';

const mostSamples = 64;
// Maximum amount: a mean down to the centre itself has no ratio between its ends.
const largestAmount = 0.97;

/**
 * Draws `area` of the mean along the lines to the centre. A sample at the fraction s = s1 s2 of the way from the centre
 * equals a sample at s1 of a sample at s2. Two passes of n samples therefore give n^2 samples. Evenly spaced in log s,
 * the samples are weighted in proportion to s.
 */
export function drawRadial(
  kernels: Kernels,
  source: RgbaSurface,
  area: Rect,
  blur: { amount: number; centerX: number; centerY: number },
  box: Size,
  edge: Edge,
): RgbaSurface {
  const rest = 1 - Math.min(largestAmount, Math.max(0, blur.amount));
  // Computed for the whole box, so that a part of an image is drawn as in the whole.
  const far = (length: number, centre: number) => Math.max(centre, length - centre);
  const distance = Math.hypot(far(box.width, blur.centerX), far(box.height, blur.centerY));
  const samples = Math.min(mostSamples, Math.max(4, Math.ceil(distance * (1 - rest))));
  const each = Math.ceil(Math.sqrt(samples));
  const ratio = (share: number) => rest ** share;
  const near = Array.from({ length: each }, (_, k) => ratio((k + 0.5) / each ** 2));
  const wide = Array.from({ length: each }, (_, k) => ratio(k / each));
  const first = radialNeeds(area, blur.centerX, blur.centerY);
  const middle = zoom(kernels, source, first, blur, near, edge);
  const result = zoom(kernels, middle, area, blur, wide, edge);
  releaseRgba(kernels.heap, middle);
  return result;
}

function zoom(
  kernels: Kernels,
  source: RgbaSurface,
  area: Rect,
  { centerX, centerY }: { centerX: number; centerY: number },
  scales: readonly number[],
  edge: Edge,
): RgbaSurface {
  const { heap, run } = kernels;
  const target = createRgba(heap, area);
  const weights = wholeWeights(scales);
  const pairs = Float64Array.from(scales.flatMap((scale, k) => [scale, weights[k] ?? 0]));
  const table = heap.allocate(pairs.byteLength);
  heap.bytes.set(new Uint8Array(pairs.buffer), table);
  const scratch = heap.allocate(run.zoomScratchSize(scales.length));
  const from = [source.offset, source.stride, source.width, source.height] as const;
  const first = [area.x + 0.5 - centerX, area.y + 0.5 - centerY] as const;
  const place = [...first, centerX - 0.5, centerY - 0.5, source.x, source.y] as const;
  const { offset, stride, width, height } = target;
  run.zoomRgba(offset, stride, width, height, ...from, ...place, table, scales.length, kernelEdge(edge), scratch);
  heap.release(scratch);
  heap.release(table);
  return target;
}

// Returns weights in proportion to the scales, in 32768ths. Their sum is exact, so that a uniform image keeps its
// brightness.
function wholeWeights(scales: readonly number[]): number[] {
  const total = scales.reduce((sum, scale) => sum + scale, 0);
  let left = 0;
  return scales.map((scale) => {
    const exact = (32768 * scale) / total + left;
    const weight = Math.round(exact);
    left = exact - weight;
    return weight;
  });
}
