// A short blur along a line: the sum of pixels at fixed places.
import { storePixels } from './shared/pixel.as';

// One byte each of two vectors in turns, the first two pixels and the last two: 16-bit pairs of four pixels.
// @ts-ignore: decorator
@inline
function pairsLow(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// @ts-ignore: decorator
@inline
function pairsHigh(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/**
 * dst(x, y) = sum of weight times src at (x, y) plus an offset, over `count` pairs of taps. Each pair is 12 bytes at
 * `pairs`: two offsets in bytes (32 bits), two weights (16 bits, 32768ths). Every source that is read must exist.
 */
export function scatterRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, pairs: usize, count: i32,
): void {
  const half = i32x4.splat(1 << 14);
  const end = pairs + 12 * count;
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    for (let x = 0; x < w; x += 8) {
      const p = rowS + 4 * <usize>x;
      let s0 = half, s1 = half, s2 = half, s3 = half, s4 = half, s5 = half, s6 = half, s7 = half;
      for (let pair = pairs; pair < end; pair += 12) {
        const q = p + load<i32>(pair), r = p + load<i32>(pair, 4);
        const weights = v128.load32_splat(pair, 8);
        const a = v128.load(q), b = v128.load(r), c = v128.load(q, 16), d = v128.load(r, 16);
        const low = pairsLow(a, b), high = pairsHigh(a, b), low2 = pairsLow(c, d), high2 = pairsHigh(c, d);
        s0 = i32x4.add(s0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low), weights));
        s1 = i32x4.add(s1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low), weights));
        s2 = i32x4.add(s2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high), weights));
        s3 = i32x4.add(s3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high), weights));
        s4 = i32x4.add(s4, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low2), weights));
        s5 = i32x4.add(s5, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low2), weights));
        s6 = i32x4.add(s6, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high2), weights));
        s7 = i32x4.add(s7, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high2), weights));
      }
      storePixels(rowD + 4 * x, fourOf(s0, s1, s2, s3), w - x);
      if (x + 4 < w) storePixels(rowD + 4 * x + 16, fourOf(s4, s5, s6, s7), w - x - 4);
    }
  }
}

// @ts-ignore: decorator
@inline
function fourOf(a: v128, b: v128, c: v128, d: v128): v128 {
  return i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(i32x4.shr_s(a, 15), i32x4.shr_s(b, 15)),
    i16x8.narrow_i32x4_s(i32x4.shr_s(c, 15), i32x4.shr_s(d, 15)));
}
