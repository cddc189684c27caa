// Bilinear samples of planes whose pixels lie anywhere. Coordinates are 16.16 fixed point, weights their upper seven
// bits.
import { lerp } from './lanes.as';

// @ts-ignore: decorator
@inline
function clampFixed(value: i32, highest: i32): i32 {
  return value < 0 ? 0 : value > highest ? highest : value;
}

/** Samples a plane bilinearly at one position, clamped to the plane. The samples of a row are `size` bytes apart. */
export function sampleClamped(src: usize, stride: i32, size: i32, sw: i32, sh: i32, u: i32, v: i32): i32 {
  const cu = clampFixed(u, (sw - 1) << 16);
  const cv = clampFixed(v, (sh - 1) << 16);
  const p = src + (cv >> 16) * stride + (cu >> 16) * size;
  const right = cu >> 16 < sw - 1 ? size : 0;
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

/** Clamps each coordinate in a vector to the range 0 to `highest`. */
// @ts-ignore: decorator
@inline
export function clampLanes(lanes: v128, highest: i32): v128 {
  return i32x4.min_s(i32x4.max_s(lanes, i32x4.splat(0)), i32x4.splat(highest));
}

// @ts-ignore: decorator
@inline
function fractions(low: v128, high: v128): v128 {
  const mask = i32x4.splat(127);
  return i16x8.narrow_i32x4_s(v128.and(i32x4.shr_s(low, 9), mask), v128.and(i32x4.shr_s(high, 9), mask));
}

// Each vector holds eight bytes, then those to their right.
// @ts-ignore: decorator
@inline
function storeMean(dst: usize, top: v128, bottom: v128, fx: v128, fy: v128): void {
  const upper = lerp(i16x8.extend_low_i8x16_u(top), i16x8.extend_high_i8x16_u(top), fx);
  const lower = lerp(i16x8.extend_low_i8x16_u(bottom), i16x8.extend_high_i8x16_u(bottom), fx);
  const mean = lerp(upper, lower, fy);
  v128.store64_lane(dst, i8x16.narrow_i16x8_u(mean, mean), 0);
}

// The bytes at eight addresses, `beyond` added to each, then those to their right.
// @ts-ignore: decorator
@inline
function gatherBytes(low: v128, high: v128, beyond: i32): v128 {
  let pairs = v128.load_zero<u32>(<usize>(i32x4.extract_lane(low, 0) + beyond));
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(low, 1) + beyond), pairs, 1);
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(low, 2) + beyond), pairs, 2);
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(low, 3) + beyond), pairs, 3);
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(high, 0) + beyond), pairs, 4);
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(high, 1) + beyond), pairs, 5);
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(high, 2) + beyond), pairs, 6);
  pairs = v128.load_lane<u16>(<usize>(i32x4.extract_lane(high, 3) + beyond), pairs, 7);
  return i8x16.shuffle(pairs, pairs, 0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
}

// Four pixels of two bytes, each with the one to its right.
// @ts-ignore: decorator
@inline
function gatherFour(at: v128, beyond: i32): v128 {
  let pixels = v128.load_zero<u32>(<usize>(i32x4.extract_lane(at, 0) + beyond));
  pixels = v128.load_lane<u32>(<usize>(i32x4.extract_lane(at, 1) + beyond), pixels, 1);
  pixels = v128.load_lane<u32>(<usize>(i32x4.extract_lane(at, 2) + beyond), pixels, 2);
  return v128.load_lane<u32>(<usize>(i32x4.extract_lane(at, 3) + beyond), pixels, 3);
}

// The first or second bytes of eight such pixels, then those to their right.
// @ts-ignore: decorator
@inline
function firstOf(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30);
}

// @ts-ignore: decorator
@inline
function secondOf(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 1, 5, 9, 13, 17, 21, 25, 29, 3, 7, 11, 15, 19, 23, 27, 31);
}

// Two pixels of four bytes, each with the one to its right.
// @ts-ignore: decorator
@inline
function gatherTwo(first: i32, second: i32): v128 {
  return v128.load_lane<u64>(<usize>second, v128.load_zero<u64>(<usize>first), 1);
}

// Of two such vectors, four bytes each: the first of the pixels, of those to their right; the same of the second.
// @ts-ignore: decorator
@inline
function firstTwo(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 8, 16, 24, 4, 12, 20, 28, 1, 9, 17, 25, 5, 13, 21, 29);
}

// @ts-ignore: decorator
@inline
function lastTwo(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 2, 10, 18, 26, 6, 14, 22, 30, 3, 11, 19, 27, 7, 15, 23, 31);
}

// @ts-ignore: decorator
@inline
function lowHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
}

// @ts-ignore: decorator
@inline
function highHalves(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
}

/**
 * Computes and stores eight bilinear samples of `count` interleaved planes: one plane, two in two bytes a pixel, or
 * three in four bytes. `topLow` to `bottomHigh` hold the addresses of the upper and lower source pixels, four in each
 * vector; `beyond` is added to those of the lower pixels. The fractions of the coordinates `u` and `v` are the weights.
 */
// @ts-ignore: decorator
@inline
export function storeEight(
  count: i32, dst0: usize, dst1: usize, dst2: usize, topLow: v128, topHigh: v128, bottomLow: v128, bottomHigh: v128,
  beyond: i32, uLow: v128, uHigh: v128, vLow: v128, vHigh: v128,
): void {
  if (count == 1) {
    const fx = fractions(uLow, uHigh), fy = fractions(vLow, vHigh);
    storeMean(dst0, gatherBytes(topLow, topHigh, 0), gatherBytes(bottomLow, bottomHigh, beyond), fx, fy);
    return;
  }
  const zero = i64x2.splat(0);
  if (count == 2) {
    const a = gatherFour(topLow, 0), b = gatherFour(topHigh, 0);
    const c = gatherFour(bottomLow, beyond), d = gatherFour(bottomHigh, beyond);
    if (!v128.any_true(v128.or(v128.or(a, b), v128.or(c, d)))) {
      v128.store64_lane(dst0, zero, 0);
      v128.store64_lane(dst1, zero, 0);
      return;
    }
    const fx = fractions(uLow, uHigh), fy = fractions(vLow, vHigh);
    storeMean(dst0, firstOf(a, b), firstOf(c, d), fx, fy);
    storeMean(dst1, secondOf(a, b), secondOf(c, d), fx, fy);
    return;
  }
  const a0 = gatherTwo(i32x4.extract_lane(topLow, 0), i32x4.extract_lane(topLow, 1));
  const a1 = gatherTwo(i32x4.extract_lane(topLow, 2), i32x4.extract_lane(topLow, 3));
  const b0 = gatherTwo(i32x4.extract_lane(topHigh, 0), i32x4.extract_lane(topHigh, 1));
  const b1 = gatherTwo(i32x4.extract_lane(topHigh, 2), i32x4.extract_lane(topHigh, 3));
  const c0 = gatherTwo(i32x4.extract_lane(bottomLow, 0) + beyond, i32x4.extract_lane(bottomLow, 1) + beyond);
  const c1 = gatherTwo(i32x4.extract_lane(bottomLow, 2) + beyond, i32x4.extract_lane(bottomLow, 3) + beyond);
  const d0 = gatherTwo(i32x4.extract_lane(bottomHigh, 0) + beyond, i32x4.extract_lane(bottomHigh, 1) + beyond);
  const d1 = gatherTwo(i32x4.extract_lane(bottomHigh, 2) + beyond, i32x4.extract_lane(bottomHigh, 3) + beyond);
  const top = v128.or(v128.or(a0, a1), v128.or(b0, b1));
  if (!v128.any_true(v128.or(top, v128.or(v128.or(c0, c1), v128.or(d0, d1))))) {
    v128.store64_lane(dst0, zero, 0);
    v128.store64_lane(dst1, zero, 0);
    v128.store64_lane(dst2, zero, 0);
    return;
  }
  const fx = fractions(uLow, uHigh), fy = fractions(vLow, vHigh);
  const a = firstTwo(a0, a1), b = firstTwo(b0, b1), c = firstTwo(c0, c1), d = firstTwo(d0, d1);
  storeMean(dst0, lowHalves(a, b), lowHalves(c, d), fx, fy);
  storeMean(dst1, highHalves(a, b), highHalves(c, d), fx, fy);
  const third = lowHalves(lastTwo(a0, a1), lastTwo(b0, b1));
  storeMean(dst2, third, lowHalves(lastTwo(c0, c1), lastTwo(d0, d1)), fx, fy);
}
