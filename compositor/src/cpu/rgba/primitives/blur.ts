import { grow, isEmpty, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { rotation } from '../../../graph/matrix.ts';
import type { Size } from '../../../graph/placement.ts';
import { type BlurHalo, blurHalo, radialNeeds } from '../../../graph/primitives/blur.ts';
import { sampledRect } from '../../../graph/sampled-rect.ts';
import type { Edge } from '../../../graph/values.ts';
import type { Kernels } from '../../../kernels/kernel-module.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { drawGaussian } from '../gaussian.ts';
import { copyRgba, createRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';
import { cleared, extended, kernelEdge, withFrame } from '../sampling.ts';

/** Draws a blurred image. */
export function drawBlur(
  { edge, shape }: GraphNodeOf<'blur'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { kernels } = scope;
  const { surface } = sourceAt(inputs, 0);
  if (isEmpty(surface)) return cleared(kernels, area);
  const halo = blurHalo(shape);
  if (halo.still) return copyRgba(kernels, surface, area);
  if (edge !== 'clamp') return drawShape(shape, halo, scope, surface, area, false);
  // The repeated edge is the box's edge, wherever the input ends.
  const rect = sampledRect('clamp', halo.needs(area), scope);
  return withFrame(kernels, surface, rect, (framed) => drawShape(shape, halo, scope, framed, area, true));
}

// Expects `source` to hold the pixels that `area` needs, where there are any.
function drawShape(
  shape: GraphNodeOf<'blur'>['shape'],
  halo: BlurHalo,
  { kernels, box }: DrawScope,
  source: RgbaSurface,
  area: Rect,
  clamp: boolean,
): RgbaSurface {
  switch (shape.type) {
    case 'gaussian':
      return drawGaussian(kernels, source, area, Math.max(0, shape.sigmaX), Math.max(0, shape.sigmaY), clamp);
    case 'directional': {
      const around = halo.needs(area);
      const framed = clamp ? extended(kernels, source, around) : copyRgba(kernels, source, around);
      const result = drawDirectional(kernels, framed, area, shape.length, shape.angle);
      releaseRgba(kernels.heap, framed);
      return result;
    }
    case 'radial':
      return drawRadial(kernels, source, area, shape, box, clamp ? 'clamp' : 'transparent');
  }
}

// Length in pixels up to which a line is sampled; longer lines use sliding sums.
const longestSampled = 12;
// Half a pixel apart: neighbouring samples share their pixels, so that more samples cost hardly more.
const samplesPerPixel = 2;
// Number of pixels whose sum still fits into 16 bits.
const longestSum = 255;

/** Sample positions of one averaging step along a line, in pixels from its centre. */
interface Pass {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/**
 * Draws the rectangle `area` of a directional blur: each pixel is the mean along a line of `length` pixels. Short lines
 * take samples half a pixel apart. Longer lines take every pixel, at a cost that does not depend on the length.
 * `source` must cover `area` and the pixels around it that the lines read. The caller must release the result.
 */
function drawDirectional(
  kernels: Kernels,
  source: RgbaSurface,
  area: Rect,
  length: number,
  angle: number,
): RgbaSurface {
  const { a, b } = rotation(angle);
  if (length <= longestSampled) {
    const count = Math.max(1, Math.ceil(length * samplesPerPixel));
    return scatter(kernels, source, area, passOf(count, length / count, a, b));
  }
  // The mean of consecutive means of equal length is the mean of all.
  const parts = Math.ceil(length / longestSum);
  if (parts === 1) return slide(kernels, source, area, length, a, b);
  const pass = passOf(parts, length / parts, a, b);
  const room = (places: readonly number[]) => Math.ceil(Math.max(...places.map(Math.abs))) + 1;
  const middle = slide(kernels, source, grow(area, room(pass.x), room(pass.y)), length / parts, a, b);
  const result = scatter(kernels, middle, area, pass);
  releaseRgba(kernels.heap, middle);
  return result;
}

// Slides down the rows. Flat lines are steep lines of the transposed image.
function slide(kernels: Kernels, source: RgbaSurface, area: Rect, length: number, a: number, b: number): RgbaSurface {
  const { heap, run } = kernels;
  if (Math.abs(a) > Math.abs(b)) {
    const turned = transposed(kernels, source);
    const sums = slide(kernels, turned, transposedRect(area), length, b, a);
    releaseRgba(heap, turned);
    const result = transposed(kernels, sums);
    releaseRgba(heap, sums);
    return result;
  }
  const target = createRgba(heap, area);
  const { offset, stride, width, height } = target;
  // A row counts as one pixel of the line's length.
  const half = (length * Math.abs(b)) / 2 - 0.5;
  const rows = Math.floor(half);
  const slant = [a / b, rows] as const;
  const scratch = heap.allocate(run.slideScratchSize(width, height, ...slant));
  const start = source.offset + (area.y - source.y) * source.stride + (area.x - source.x) * 4;
  run.slideRgba(offset, stride, width, height, start, source.stride, area.y, ...slant, half - rows, scratch);
  heap.release(scratch);
  return target;
}

function transposed({ heap, run }: Kernels, surface: RgbaSurface): RgbaSurface {
  const target = createRgba(heap, transposedRect(surface));
  run.transposeRgba(target.offset, target.stride, surface.offset, surface.stride, surface.width, surface.height);
  return target;
}

function transposedRect({ x, y, width, height }: Rect): Rect {
  return { x: y, y: x, width: height, height: width };
}

function passOf(count: number, step: number, a: number, b: number): Pass {
  const places = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * step);
  return { x: places.map((place) => place * a), y: places.map((place) => place * b) };
}

function scatter(kernels: Kernels, source: RgbaSurface, area: Rect, pass: Pass): RgbaSurface {
  const { heap, run } = kernels;
  const target = createRgba(heap, area);
  const taps = tapsOf(pass);
  const pairs = Int32Array.from({ length: Math.ceil(taps.length / 2) * 3 }, (_, at) => {
    const [first, second] = [taps[Math.floor(at / 3) * 2], taps[Math.floor(at / 3) * 2 + 1]];
    if (at % 3 === 2) return (first?.weight ?? 0) | ((second?.weight ?? 0) << 16);
    const { x, y } = (at % 3 === 0 ? first : second) ?? { x: 0, y: 0 };
    return y * source.stride + x * 4;
  });
  const table = heap.allocate(pairs.byteLength);
  heap.bytes.set(new Uint8Array(pairs.buffer), table);
  const start = source.offset + (area.y - source.y) * source.stride + (area.x - source.x) * 4;
  const { offset, stride, width, height } = target;
  run.scatterRgba(offset, stride, width, height, start, source.stride, table, pairs.length / 3);
  heap.release(table);
  return target;
}

// Converts bilinear samples to whole pixels with weights in 32768ths. Neighbouring samples share pixels.
function tapsOf({ x, y }: Pass): { x: number; y: number; weight: number }[] {
  const taps = new Map<string, { x: number; y: number; weight: number }>();
  const add = (column: number, row: number, weight: number) => {
    if (weight < 1e-6) return;
    const tap = taps.get(`${column} ${row}`);
    if (tap) tap.weight += weight;
    else taps.set(`${column} ${row}`, { x: column, y: row, weight });
  };
  for (const [index, u] of x.entries()) {
    const v = y[index] ?? 0;
    const [left, top] = [Math.floor(u), Math.floor(v)];
    const [fx, fy] = [u - left, v - top];
    const share = 32768 / x.length;
    add(left, top, share * (1 - fx) * (1 - fy));
    add(left + 1, top, share * fx * (1 - fy));
    add(left, top + 1, share * (1 - fx) * fy);
    add(left + 1, top + 1, share * fx * fy);
  }
  return rounded([...taps.values()]);
}

// Keeps the sum of weights at 32768, so that a uniform image keeps its brightness: each rounding error goes to the next
// tap.
function rounded(taps: { x: number; y: number; weight: number }[]): { x: number; y: number; weight: number }[] {
  let left = 0;
  return taps.map((tap) => {
    const weight = Math.min(32767, Math.round(tap.weight + left));
    left += tap.weight - weight;
    return { ...tap, weight };
  });
}

const mostSamples = 64;
// Maximum amount: a mean down to the centre itself has no ratio between its ends.
const largestAmount = 0.97;

/**
 * Draws the rectangle `area` of a radial blur: each pixel is the mean along its line to the centre. Let s be the
 * fraction of the way from the centre to the pixel. A sample at s = s1 s2 equals a sample at s2 of an image that was
 * itself sampled at s1. Two averaging steps of n samples are therefore equivalent to n^2 samples. The samples are
 * evenly spaced in log s, and their weights are proportional to s.
 */
function drawRadial(
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
