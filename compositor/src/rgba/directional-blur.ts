import { grow, type Rect } from '../graph/box.ts';
import { rotation } from '../graph/matrix.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { createRgba, type RgbaSurface, releaseRgba } from './rgba-surface.ts';

// Lines up to this are summed at once; longer ones in two passes, short lines along a long one.
const longestAtOnce = 12;
// Half a pixel apart: neighbours share their pixels, so that more samples are hardly more work.
const samplesPerPixel = 2;

/** Samples along a line, in pixels from the middle. */
interface Pass {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** How many pixels a mean along a line of `length` reaches, across and down. */
export function directionalReach(length: number, angle: number): { x: number; y: number } {
  const { a, b } = rotation(angle);
  const reach = (part: number) => Math.ceil((Math.abs(part) * length) / 2) + 2;
  return { x: reach(a), y: reach(b) };
}

/**
 * `area` of the mean along a line of `length` pixels: samples half a pixel apart, bilinear. `source` covers `area`
 * and the reach around it. The caller owns the result.
 */
export function drawDirectional(
  kernels: Kernels,
  source: RgbaSurface,
  area: Rect,
  length: number,
  angle: number,
): RgbaSurface {
  const { a, b } = rotation(angle);
  const count = Math.max(1, Math.ceil(length * samplesPerPixel));
  if (length <= longestAtOnce) return scatter(kernels, source, area, passOf(count, length / count, a, b));
  const far = Math.ceil(Math.sqrt(length));
  const near = Math.ceil(count / far);
  const step = length / (near * far);
  const last = passOf(far, step * near, a, b);
  const room = (places: readonly number[]) => Math.ceil(Math.max(...places.map(Math.abs))) + 1;
  const middle = scatter(kernels, source, grow(area, room(last.x), room(last.y)), passOf(near, step, a, b));
  const result = scatter(kernels, middle, area, last);
  releaseRgba(kernels.heap, middle);
  return result;
}

function passOf(count: number, step: number, a: number, b: number): Pass {
  const places = Array.from({ length: count }, (_, i) => (i - (count - 1) / 2) * step);
  return { x: places.map((place) => place * a), y: places.map((place) => place * b) };
}

function scatter(kernels: Kernels, source: RgbaSurface, area: Rect, pass: Pass): RgbaSurface {
  const { heap, run } = kernels;
  const target = createRgba(heap, area);
  const taps = tapsOf(pass);
  const weights = new Int16Array(taps.length * 8);
  const offsets = new Int32Array(taps.length);
  for (const [index, { x, y, weight }] of taps.entries()) {
    weights.fill(weight, index * 8, index * 8 + 8);
    offsets[index] = y * source.stride + x * 4;
  }
  const table = heap.allocate(weights.byteLength + offsets.byteLength);
  heap.bytes.set(new Uint8Array(weights.buffer), table);
  heap.bytes.set(new Uint8Array(offsets.buffer), table + weights.byteLength);
  const start = source.offset + (area.y - source.y) * source.stride + (area.x - source.x) * 4;
  const { offset, stride, width, height } = target;
  const tables = [table, table + weights.byteLength, taps.length] as const;
  run.scatterRgba(offset, stride, width, height, start, source.stride, ...tables);
  heap.release(table);
  return target;
}

// Bilinear samples as whole pixels with weights in 32768ths; neighbours share theirs.
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

// The sum stays 32768, so that a flat picture stays as bright: what rounding leaves over goes to the next tap.
function rounded(taps: { x: number; y: number; weight: number }[]): { x: number; y: number; weight: number }[] {
  let left = 0;
  return taps.map((tap) => {
    const weight = Math.min(32767, Math.round(tap.weight + left));
    left += tap.weight - weight;
    return { ...tap, weight };
  });
}
