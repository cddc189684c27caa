// Colours through a three-dimensional table of r, g, b, 0.
import { allOpaque, premultiplyPixels, storePixels, straightPixels } from './shared/pixel.as';
import { storeEightOfTable } from './shared/table.as';

// @ts-ignore: decorator
@inline
function position(colour: v128, steps: v128): v128 {
  // c * steps * 256 / 255 = q + q / 255, in 256ths of a cell; exact at both ends.
  const q = i16x8.mul(colour, steps);
  const biased = i16x8.add(q, i16x8.splat(128));
  return i16x8.add(q, i16x8.shr_u(i16x8.add(biased, i16x8.shr_u(biased, 8)), 8));
}

// Where the eight pixels of a step lie on their way from the table.
const eight = memory.data(32, 16);

/**
 * Applies a colour lookup table with `size` (2-128) points in each dimension to w x h pixels, in place. Alpha is
 * unchanged.
 */
export function lutRgba(dst: usize, dstStride: i32, w: i32, h: i32, table: usize, size: i32): void {
  const steps = i16x8.splat(<i16>(size - 1));
  const alphaMask = i32x4.splat(<i32>0xff000000);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 8) {
      const p = row + 4 * x;
      let first = v128.load(p), second = v128.load(p, 16);
      const opaque = allOpaque(first) && allOpaque(second);
      if (!opaque) {
        if (!v128.any_true(v128.or(first, second))) continue;
        first = straightPixels(first);
        second = straightPixels(second);
      }
      const rg = i8x16.shuffle(first, second, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
      const bb = i8x16.shuffle(first, second, 2, 6, 10, 14, 18, 22, 26, 30, 2, 6, 10, 14, 18, 22, 26, 30);
      const r = position(i16x8.extend_low_i8x16_u(rg), steps);
      const g = position(i16x8.extend_high_i8x16_u(rg), steps);
      const b = position(i16x8.extend_low_i8x16_u(bb), steps);
      storeEightOfTable(eight, r, g, b, table, size);
      let out0 = v128.load(eight), out1 = v128.load(eight, 16);
      out0 = v128.bitselect(first, out0, alphaMask);
      out1 = v128.bitselect(second, out1, alphaMask);
      if (!opaque) {
        out0 = premultiplyPixels(out0);
        out1 = premultiplyPixels(out1);
      }
      storePixels(p, out0, w - x);
      if (x + 4 < w) storePixels(p + 16, out1, w - x - 4);
    }
  }
}

// Colours whose channels become others by themselves: every level is looked up.

// Where the four pixels of a step lie while they are changed.
const four = memory.data(16, 16);

/**
 * Applies tone curves to w x h pixels, in place. `curves` has 256 levels for red, then for green and for blue. Alpha is
 * unchanged.
 */
export function curvesRgba(dst: usize, dstStride: i32, w: i32, h: i32, curves: usize): void {
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      const pixels = v128.load(row + 4 * x);
      if (!v128.any_true(pixels)) continue;
      const opaque = allOpaque(pixels);
      v128.store(four, opaque ? pixels : straightPixels(pixels));
      for (let p = four; p < four + 16; p += 4) {
        store<u8>(p, load<u8>(curves + load<u8>(p)));
        store<u8>(p, load<u8>(curves + load<u8>(p, 1), 256), 1);
        store<u8>(p, load<u8>(curves + load<u8>(p, 2), 512), 2);
      }
      const changed = v128.load(four);
      storePixels(row + 4 * x, opaque ? changed : premultiplyPixels(changed), w - x);
    }
  }
}

// Colours through a matrix: tables that are straight lines, without looking anything up.

// One channel of four pixels in 32-bit lanes, from two vectors of two pixels.
// @ts-ignore: decorator
@inline
function channelOf(low: v128, high: v128, weights: v128): v128 {
  const a = i32x4.dot_i16x8_s(low, weights), b = i32x4.dot_i16x8_s(high, weights);
  const sum = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(8192)), 14);
}

/**
 * Applies a colour matrix to premultiplied pixels, in place. Red, green and blue become weighted sums of red, green,
 * blue and alpha, clamped to 0 and alpha; alpha is unchanged. `weights` has four 16-bit weights for each of red, green
 * and blue, in 16384ths; each group of four is stored twice in a row.
 */
export function matrixRgba(dst: usize, dstStride: i32, w: i32, h: i32, weights: usize): void {
  const red = v128.load(weights), green = v128.load(weights, 16), blue = v128.load(weights, 32);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      const pixels = v128.load(row + 4 * x);
      const low = i16x8.extend_low_i8x16_u(pixels), high = i16x8.extend_high_i8x16_u(pixels);
      const rg = i16x8.narrow_i32x4_s(channelOf(low, high, red), channelOf(low, high, green));
      const ba = i16x8.narrow_i32x4_s(channelOf(low, high, blue), i32x4.shr_u(pixels, 24));
      const apart = i8x16.narrow_i16x8_u(rg, ba);
      const out = i8x16.shuffle(apart, apart, 0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
      const alpha = i8x16.shuffle(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
      storePixels(row + 4 * x, i8x16.min_u(out, alpha), w - x);
    }
  }
}
