// Weighted sums of two premultiplied pictures.
import { storePixels } from './shared/pixel.as';

// @ts-ignore: decorator
@inline
function weigh(a: v128, b: v128, k1: v128, k2: v128, k3: v128, k4: v128): v128 {
  const fa = f32x4.convert_i32x4_s(a);
  const fb = f32x4.convert_i32x4_s(b);
  const sum = f32x4.add(
    f32x4.add(f32x4.mul(f32x4.mul(fa, fb), k1), f32x4.mul(fa, k2)), f32x4.add(f32x4.mul(fb, k3), k4));
  const clamped = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), sum));
  // Adding 2^23 leaves the nearest whole number in the lowest bits.
  return v128.and(f32x4.add(clamped, f32x4.splat(8388608)), i32x4.splat(255));
}

/**
 * b = k1 a b + k2 a + k3 b + k4 in place, on channels of 0-1, clamped to 0-1 and colours to their alpha.
 */
export function sumRgba(
  b: usize, bStride: i32, a: usize, aStride: i32, w: i32, h: i32, k1: f32, k2: f32, k3: f32, k4: f32,
): void {
  const w1 = f32x4.splat(k1 / 255);
  const w2 = f32x4.splat(k2);
  const w3 = f32x4.splat(k3);
  const w4 = f32x4.splat(k4 * 255);
  for (let y = 0; y < h; y++) {
    const rowB = b + y * bStride;
    const rowA = a + y * aStride;
    for (let x = 0; x < w; x += 4) {
      const pa = v128.load(rowA + 4 * x), pb = v128.load(rowB + 4 * x);
      const al = i16x8.extend_low_i8x16_u(pa), ah = i16x8.extend_high_i8x16_u(pa);
      const bl = i16x8.extend_low_i8x16_u(pb), bh = i16x8.extend_high_i8x16_u(pb);
      const out = i8x16.narrow_i16x8_u(
        i16x8.narrow_i32x4_s(
          weigh(i32x4.extend_low_i16x8_u(al), i32x4.extend_low_i16x8_u(bl), w1, w2, w3, w4),
          weigh(i32x4.extend_high_i16x8_u(al), i32x4.extend_high_i16x8_u(bl), w1, w2, w3, w4)),
        i16x8.narrow_i32x4_s(
          weigh(i32x4.extend_low_i16x8_u(ah), i32x4.extend_low_i16x8_u(bh), w1, w2, w3, w4),
          weigh(i32x4.extend_high_i16x8_u(ah), i32x4.extend_high_i16x8_u(bh), w1, w2, w3, w4)));
      const alpha = i8x16.shuffle(out, out, 3, 3, 3, 3, 7, 7, 7, 7, 11, 11, 11, 11, 15, 15, 15, 15);
      storePixels(rowB + 4 * x, i8x16.min_u(out, alpha), w - x);
    }
  }
}
