import { grow, type Rect } from '../../graph/box.ts';
import { rotation } from '../../graph/matrix.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { createRgba, type RgbaSurface, releaseRgba } from './rgba-surface.ts';

// Length in pixels up to which a line is sampled; longer lines use sliding sums.
const longestSampled = 12;
// Half a pixel apart: neighbouring samples share their pixels, so that more samples cost hardly more.
const samplesPerPixel = 2;
// Number of pixels whose sum still fits into 16 bits.
const longestSum = 255;

/** Sample positions along a line, in pixels from its centre. */
interface Pass {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/**
 * Draws `area` of the mean along a line of `length` pixels. Short lines average samples half a pixel apart; longer ones
 * average every pixel along the line, at a cost independent of the length. `source` must cover `area` and its halo. The
 * caller owns the result.
 */
export function drawDirectional(
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
