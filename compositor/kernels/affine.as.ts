// Bilinear sampling along any affine map. Coordinates are indices of pixel centres in 16.16 fixed point.
import { clampLanes, sampleClamped, storeEight } from './shared/affine-samples.as';
import { TILE_SHIFT } from './shared/pixel.as';

const ONE: f64 = 65536;

// The pixels x of a row, [spanFrom, spanTo), where lowest <= start + x * step <= highest.
let spanFrom: i32 = 0;
let spanTo: i32 = 0;

function narrowSpan(start: i32, step: i32, lowest: i32, highest: i32): void {
  if (step == 0) {
    if (start < lowest || start > highest) spanTo = spanFrom;
    return;
  }
  const first = <f64>(step > 0 ? lowest : highest) - <f64>start;
  const last = <f64>(step > 0 ? highest : lowest) - <f64>start;
  const from = Math.ceil(first / <f64>step);
  const to = Math.floor(last / <f64>step) + 1;
  if (from > <f64>spanFrom) spanFrom = from > <f64>spanTo ? spanTo : <i32>from;
  if (to < <f64>spanTo) spanTo = to < <f64>spanFrom ? spanFrom : <i32>to;
}

// The four neighbours of eight pixels in a row lie within a tile of the fifth while a step is no longer than this.
const SHORT_STEP: i32 = 7 << 14;

// @ts-ignore: decorator
@inline
function isShort(step: i32): bool {
  return step <= SHORT_STEP && step >= -SHORT_STEP;
}

// `count` planes that lie in `src` pixel by pixel, `size` bytes each; all results have one stride. `flat`: what
// `flatTiles` makes of it, or 0.
// @ts-ignore: decorator
@inline
function sampleAll(
  count: i32, size: i32, dst0: usize, dst1: usize, dst2: usize, dstStride: i32, dw: i32, dh: i32,
  src: usize, srcStride: i32, sw: i32, sh: i32,
  u0: f64, v0: f64, ux: f64, uy: f64, vx: f64, vy: f64, band: f64, first: i32, flat: usize, flatStride: i32,
): void {
  const stepU = <i32>Math.floor(ux * ONE + 0.5);
  const stepV = <i32>Math.floor(vx * ONE + 0.5);
  const stepsU = i32x4(0, stepU, 2 * stepU, 3 * stepU);
  const stepsV = i32x4(0, stepV, 2 * stepV, 3 * stepV);
  const stepU4 = i32x4.splat(4 * stepU);
  const stepV4 = i32x4.splat(4 * stepV);
  const strides = i32x4.splat(srcStride);
  const base = i32x4.splat(<i32>src);
  const one = i32x4.splat(1);
  const outer = <i32>(band * ONE);
  const lastU = (sw - 1) << 16;
  const lastV = (sh - 1) << 16;
  const lastRow = i32x4.splat(sh - 1);
  const knowsFlat = flat != 0 && isShort(stepU) && isShort(stepV);
  for (let y = 0; y < dh; y++) {
    const rowU = <i32>Math.floor((u0 + <f64>(first + y) * uy) * ONE + 0.5);
    const rowV = <i32>Math.floor((v0 + <f64>(first + y) * vy) * ONE + 0.5);
    const row = y * dstStride;
    spanFrom = 0;
    spanTo = dw;
    narrowSpan(rowU, stepU, -outer, lastU + outer);
    narrowSpan(rowV, stepV, -outer, lastV + outer);
    const outerFrom = spanFrom;
    const outerTo = spanTo;
    narrowSpan(rowU, stepU, 0, lastU - 1);
    narrowSpan(rowV, stepV, 0, lastV - 1);
    const innerFrom = spanFrom;
    const innerTo = spanTo;
    clearAround(dst0 + row, outerFrom, outerTo, dw);
    if (count > 1) clearAround(dst1 + row, outerFrom, outerTo, dw);
    if (count > 2) clearAround(dst2 + row, outerFrom, outerTo, dw);
    let x = outerFrom;
    if (outerTo - outerFrom < 8) {
      for (; x < outerTo; x++) {
        const u = rowU + x * stepU, v = rowV + x * stepV;
        store<u8>(dst0 + row + x, sampleClamped(src, srcStride, size, sw, sh, u, v));
        if (count > 1) store<u8>(dst1 + row + x, sampleClamped(src + 1, srcStride, size, sw, sh, u, v));
        if (count > 2) store<u8>(dst2 + row + x, sampleClamped(src + 2, srcStride, size, sw, sh, u, v));
      }
      continue;
    }
    while (x < outerTo) {
      // Eight pixels whose four neighbours all lie inside the plane.
      for (; x >= innerFrom && x + 8 <= innerTo; x += 8) {
        if (knowsFlat) {
          const u = (rowU + (x + 4) * stepU) >> (16 + TILE_SHIFT), v = (rowV + (x + 4) * stepV) >> (16 + TILE_SHIFT);
          const tile = flat + v * flatStride + 4 * u;
          if (load<u8>(tile, 3) != 0) {
            const at = row + x;
            v128.store64_lane(dst0 + at, v128.load_splat<u8>(tile), 0);
            if (count > 1) v128.store64_lane(dst1 + at, v128.load_splat<u8>(tile, 1), 0);
            if (count > 2) v128.store64_lane(dst2 + at, v128.load_splat<u8>(tile, 2), 0);
            continue;
          }
        }
        const uLow = i32x4.add(i32x4.splat(rowU + x * stepU), stepsU);
        const uHigh = i32x4.add(uLow, stepU4);
        const vLow = i32x4.add(i32x4.splat(rowV + x * stepV), stepsV);
        const vHigh = i32x4.add(vLow, stepV4);
        const low = i32x4.add(base, i32x4.add(i32x4.mul(i32x4.shr_s(vLow, 16), strides), columnOf(uLow, size)));
        const high = i32x4.add(base, i32x4.add(i32x4.mul(i32x4.shr_s(vHigh, 16), strides), columnOf(uHigh, size)));
        const at = row + x;
        storeEight(
          count, dst0 + at, dst1 + at, dst2 + at, low, high, low, high, srcStride, uLow, uHigh, vLow, vHigh);
      }
      if (x == outerTo) break;
      // Coordinates are clamped: what lies right of the last column is read, with weight 0. The last eight may have
      // some before them that are done.
      x = min(x, outerTo - 8);
      const u = i32x4.add(i32x4.splat(rowU + x * stepU), stepsU);
      const v = i32x4.add(i32x4.splat(rowV + x * stepV), stepsV);
      const uLow = clampLanes(u, lastU), uHigh = clampLanes(i32x4.add(u, stepU4), lastU);
      const vLow = clampLanes(v, lastV), vHigh = clampLanes(i32x4.add(v, stepV4), lastV);
      const columnsLow = i32x4.add(base, columnOf(uLow, size)), columnsHigh = i32x4.add(base, columnOf(uHigh, size));
      const rowsLow = i32x4.shr_s(vLow, 16), rowsHigh = i32x4.shr_s(vHigh, 16);
      const belowLow = i32x4.min_s(i32x4.add(rowsLow, one), lastRow);
      const belowHigh = i32x4.min_s(i32x4.add(rowsHigh, one), lastRow);
      const at = row + x;
      storeEight(
        count, dst0 + at, dst1 + at, dst2 + at,
        i32x4.add(columnsLow, i32x4.mul(rowsLow, strides)), i32x4.add(columnsHigh, i32x4.mul(rowsHigh, strides)),
        i32x4.add(columnsLow, i32x4.mul(belowLow, strides)), i32x4.add(columnsHigh, i32x4.mul(belowHigh, strides)),
        0, uLow, uHigh, vLow, vHigh);
      x += 8;
    }
  }
}

// @ts-ignore: decorator
@inline
function columnOf(u: v128, size: i32): v128 {
  const column = i32x4.shr_s(u, 16);
  return size == 1 ? column : i32x4.shl(column, size == 2 ? 1 : 2);
}

function clearAround(row: usize, from: i32, to: i32, width: i32): void {
  if (from > 0) memory.fill(row, 0, from);
  if (to < width) memory.fill(row + to, 0, width - to);
}

/**
 * Samples an 8-bit plane bilinearly along an affine map: dst(x, y) = src at (u0 + x * ux + y * uy, v0 + x * vx + y *
 * vy). The edge pixels are repeated up to `band` source pixels beyond an edge; farther out the result is 0. Width and
 * height of both planes are at most 16384. Use it for shrinking only by factors below 1.5, otherwise details alias.
 * Reads one byte beyond the plane's end.
 */
export function affinePlane(
  dst: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  u0: f64, v0: f64, ux: f64, uy: f64, vx: f64, vy: f64, band: f64,
): void {
  sampleAll(1, 1, dst, 0, 0, dstStride, dw, dh, src, srcStride, sw, sh, u0, v0, ux, uy, vx, vy, band, 0, 0, 0);
}

/**
 * Samples two planes at once like `affinePlane`, a third faster than one after the other. The planes are interleaved in
 * `src`, two bytes a pixel. Only the rows from `first` on are computed, into `dst0` and `dst1`. `flat` is the table
 * that `flatTiles` wrote for `src`, with `flatStride` bytes for each row of tiles, or 0 without one. Uniform areas are
 * taken from this table instead of `src`.
 */
export function affinePair(
  dst0: usize, dst1: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  u0: f64, v0: f64, ux: f64, uy: f64, vx: f64, vy: f64, band: f64, first: i32, flat: usize, flatStride: i32,
): void {
  sampleAll(
    2, 2, dst0, dst1, 0, dstStride, dw, dh, src, srcStride, sw, sh, u0, v0, ux, uy, vx, vy, band, first,
    flat, flatStride);
}

/**
 * Samples three planes at once like `affinePair`. The planes are interleaved in `src`, four bytes a pixel; the fourth
 * byte is not used.
 */
export function affineTriple(
  dst0: usize, dst1: usize, dst2: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  u0: f64, v0: f64, ux: f64, uy: f64, vx: f64, vy: f64, band: f64, first: i32, flat: usize, flatStride: i32,
): void {
  sampleAll(
    3, 4, dst0, dst1, dst2, dstStride, dw, dh, src, srcStride, sw, sh, u0, v0, ux, uy, vx, vy, band, first,
    flat, flatStride);
}

/** Interleaves two planes of w x h samples as input of `affinePair`: two bytes a pixel. */
export function pairPlanes(
  dst: usize, dstStride: i32, a: usize, b: usize, stride: i32, w: i32, h: i32,
): void {
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    const rowA = a + y * stride, rowB = b + y * stride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      const va = v128.load(rowA + x), vb = v128.load(rowB + x);
      v128.store(row + 2 * x, i8x16.shuffle(va, vb, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23));
      v128.store(row + 2 * x, i8x16.shuffle(va, vb, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31), 16);
    }
    for (; x < w; x++) {
      store<u8>(row + 2 * x, load<u8>(rowA + x));
      store<u8>(row + 2 * x, load<u8>(rowB + x), 1);
    }
  }
}

/** Interleaves three planes of w x h samples as input of `affineTriple`: four bytes a pixel, the fourth is 0. */
export function triplePlanes(
  dst: usize, dstStride: i32, a: usize, b: usize, c: usize, stride: i32, w: i32, h: i32,
): void {
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x++) {
      const at = y * stride + x;
      const three = <u32>load<u8>(a + at) | (<u32>load<u8>(b + at) << 8) | (<u32>load<u8>(c + at) << 16);
      store<u32>(row + 4 * x, three);
    }
  }
}
