// Bilinear sampling along any affine map. Coordinates are indices of pixel centres in 16.16 fixed point.
import { lerp } from './shared/lerp.as';

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

// @ts-ignore: decorator
@inline
function clampFixed(value: i32, highest: i32): i32 {
  return value < 0 ? 0 : value > highest ? highest : value;
}

// One pixel, its coordinates clamped to the plane.
function sampleClamped(src: usize, stride: i32, sw: i32, sh: i32, u: i32, v: i32): i32 {
  const cu = clampFixed(u, (sw - 1) << 16);
  const cv = clampFixed(v, (sh - 1) << 16);
  const p = src + (cv >> 16) * stride + (cu >> 16);
  const right = cu >> 16 < sw - 1 ? 1 : 0;
  const below = cv >> 16 < sh - 1 ? stride : 0;
  const fx = (cu >> 9) & 127;
  const fy = (cv >> 9) & 127;
  const tl = <i32>load<u8>(p);
  const tr = <i32>load<u8>(p + right);
  const bl = <i32>load<u8>(p + below);
  const br = <i32>load<u8>(p + below + right);
  const top = tl + (((tr - tl) * fx + 64) >> 7);
  const bottom = bl + (((br - bl) * fx + 64) >> 7);
  return top + (((bottom - top) * fy + 64) >> 7);
}

// @ts-ignore: decorator
@inline
function gatherPairs(p0: usize, p1: usize, p2: usize, p3: usize, p4: usize, p5: usize, p6: usize, p7: usize): v128 {
  let pairs = v128.load_zero<u32>(p0);
  pairs = v128.load_lane<u16>(p1, pairs, 1);
  pairs = v128.load_lane<u16>(p2, pairs, 2);
  pairs = v128.load_lane<u16>(p3, pairs, 3);
  pairs = v128.load_lane<u16>(p4, pairs, 4);
  pairs = v128.load_lane<u16>(p5, pairs, 5);
  pairs = v128.load_lane<u16>(p6, pairs, 6);
  pairs = v128.load_lane<u16>(p7, pairs, 7);
  return i8x16.shuffle(pairs, pairs, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
}

// The bytes at eight addresses and those to their right; `beyond` is added to every address.
// @ts-ignore: decorator
@inline
function gatherEight(low: v128, high: v128, beyond: usize): v128 {
  return gatherPairs(
    <usize>i32x4.extract_lane(low, 0) + beyond, <usize>i32x4.extract_lane(low, 1) + beyond,
    <usize>i32x4.extract_lane(low, 2) + beyond, <usize>i32x4.extract_lane(low, 3) + beyond,
    <usize>i32x4.extract_lane(high, 0) + beyond, <usize>i32x4.extract_lane(high, 1) + beyond,
    <usize>i32x4.extract_lane(high, 2) + beyond, <usize>i32x4.extract_lane(high, 3) + beyond,
  );
}

// @ts-ignore: decorator
@inline
function fractions(low: v128, high: v128): v128 {
  const mask = i32x4.splat(127);
  return i16x8.narrow_i32x4_s(v128.and(i32x4.shr_s(low, 9), mask), v128.and(i32x4.shr_s(high, 9), mask));
}

// @ts-ignore: decorator
@inline
function meanOfFour(top: v128, bottom: v128, fx: v128, fy: v128): v128 {
  const upper = lerp(i16x8.extend_low_i8x16_u(top), i16x8.extend_high_i8x16_u(top), fx);
  const lower = lerp(i16x8.extend_low_i8x16_u(bottom), i16x8.extend_high_i8x16_u(bottom), fx);
  return lerp(upper, lower, fy);
}

// Eight pixels whose four neighbours all lie inside the plane.
// @ts-ignore: decorator
@inline
function sampleEight(src: usize, stride: i32, u: i32, v: i32, stepsU: v128, stepsV: v128, stepU4: v128, stepV4: v128): v128 {
  const u0 = i32x4.add(i32x4.splat(u), stepsU);
  const u1 = i32x4.add(u0, stepU4);
  const v0 = i32x4.add(i32x4.splat(v), stepsV);
  const v1 = i32x4.add(v0, stepV4);
  const strides = i32x4.splat(stride);
  const base = i32x4.splat(<i32>src);
  const a0 = i32x4.add(base, i32x4.add(i32x4.mul(i32x4.shr_s(v0, 16), strides), i32x4.shr_s(u0, 16)));
  const a1 = i32x4.add(base, i32x4.add(i32x4.mul(i32x4.shr_s(v1, 16), strides), i32x4.shr_s(u1, 16)));
  return meanOfFour(gatherEight(a0, a1, 0), gatherEight(a0, a1, stride), fractions(u0, u1), fractions(v0, v1));
}

// @ts-ignore: decorator
@inline
function clampLanes(lanes: v128, highest: v128): v128 {
  return i32x4.min_s(i32x4.max_s(lanes, i32x4.splat(0)), highest);
}

// Eight pixels, their coordinates clamped to the plane. What lies right of the last column is read, with weight 0.
function sampleEightClamped(
  src: usize, stride: i32, sw: i32, sh: i32, u: i32, v: i32, stepsU: v128, stepsV: v128, stepU4: v128, stepV4: v128,
): v128 {
  const u0 = i32x4.add(i32x4.splat(u), stepsU);
  const v0 = i32x4.add(i32x4.splat(v), stepsV);
  const lastU = i32x4.splat((sw - 1) << 16);
  const lastV = i32x4.splat((sh - 1) << 16);
  const cu0 = clampLanes(u0, lastU);
  const cu1 = clampLanes(i32x4.add(u0, stepU4), lastU);
  const cv0 = clampLanes(v0, lastV);
  const cv1 = clampLanes(i32x4.add(v0, stepV4), lastV);
  const strides = i32x4.splat(stride);
  const one = i32x4.splat(1);
  const lastRow = i32x4.splat(sh - 1);
  const base0 = i32x4.add(i32x4.splat(<i32>src), i32x4.shr_s(cu0, 16));
  const base1 = i32x4.add(i32x4.splat(<i32>src), i32x4.shr_s(cu1, 16));
  const row0 = i32x4.shr_s(cv0, 16);
  const row1 = i32x4.shr_s(cv1, 16);
  const below0 = i32x4.min_s(i32x4.add(row0, one), lastRow);
  const below1 = i32x4.min_s(i32x4.add(row1, one), lastRow);
  const top = gatherEight(i32x4.add(base0, i32x4.mul(row0, strides)), i32x4.add(base1, i32x4.mul(row1, strides)), 0);
  const bottom = gatherEight(
    i32x4.add(base0, i32x4.mul(below0, strides)), i32x4.add(base1, i32x4.mul(below1, strides)), 0);
  return meanOfFour(top, bottom, fractions(cu0, cu1), fractions(cv0, cv1));
}

/**
 * dst(x, y) = src at (u0 + x * ux + y * uy, v0 + x * vx + y * vy). Up to `band` source pixels beyond an edge the edge
 * is repeated; farther out the result is 0. Sides of both planes at most 16384. Shrink by less than 1.5 for quality.
 * Reads a byte beyond the plane's end.
 */
export function affinePlane(
  dst: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  u0: f64, v0: f64, ux: f64, uy: f64, vx: f64, vy: f64, band: f64,
): void {
  const stepU = <i32>Math.floor(ux * ONE + 0.5);
  const stepV = <i32>Math.floor(vx * ONE + 0.5);
  const stepsU = i32x4(0, stepU, 2 * stepU, 3 * stepU);
  const stepsV = i32x4(0, stepV, 2 * stepV, 3 * stepV);
  const stepU4 = i32x4.splat(4 * stepU);
  const stepV4 = i32x4.splat(4 * stepV);
  const outer = <i32>(band * ONE);
  const lastU = (sw - 1) << 16;
  const lastV = (sh - 1) << 16;
  for (let y = 0; y < dh; y++) {
    const rowU = <i32>Math.floor((u0 + <f64>y * uy) * ONE + 0.5);
    const rowV = <i32>Math.floor((v0 + <f64>y * vy) * ONE + 0.5);
    const rowD = dst + y * dstStride;
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
    if (outerFrom > 0) memory.fill(rowD, 0, outerFrom);
    if (outerTo < dw) memory.fill(rowD + outerTo, 0, dw - outerTo);
    let x = outerFrom;
    if (outerTo - outerFrom < 8) {
      for (; x < outerTo; x++) {
        store<u8>(rowD + x, sampleClamped(src, srcStride, sw, sh, rowU + x * stepU, rowV + x * stepV));
      }
      continue;
    }
    while (x < outerTo) {
      for (; x >= innerFrom && x + 8 <= innerTo; x += 8) {
        const value = sampleEight(src, srcStride, rowU + x * stepU, rowV + x * stepV, stepsU, stepsV, stepU4, stepV4);
        v128.store64_lane(rowD + x, i8x16.narrow_i16x8_u(value, value), 0);
      }
      if (x == outerTo) break;
      // The last eight may have some before them that are done.
      x = min(x, outerTo - 8);
      const edge = sampleEightClamped(
        src, srcStride, sw, sh, rowU + x * stepU, rowV + x * stepV, stepsU, stepsV, stepU4, stepV4);
      v128.store64_lane(rowD + x, i8x16.narrow_i16x8_u(edge, edge), 0);
      x += 8;
    }
  }
}
