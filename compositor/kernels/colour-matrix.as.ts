// Colours through a matrix: tables that are straight lines, without looking anything up.
import { storePixels } from './shared/pixel.as';

// One channel of four pixels in 32-bit lanes, from two vectors of two pixels.
// @ts-ignore: decorator
@inline
function channelOf(low: v128, high: v128, weights: v128): v128 {
  const a = i32x4.dot_i16x8_s(low, weights), b = i32x4.dot_i16x8_s(high, weights);
  const sum = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(8192)), 14);
}

/**
 * Premultiplied pixels whose red, green and blue become weighted sums of red, green, blue and alpha, held in 0 to alpha, which
 * stays. In place. `weights` holds those of red, of green, of blue: four 16-bit lanes in 16384ths, each twice in a row.
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
