// Fills and copies of RGBA rectangles. Strides are in bytes, sizes in pixels.
import { storePixels } from './shared/pixel.as';

/** Sets every pixel of a rectangle to `pixel` (bytes r, g, b, a from the lowest). */
export function fillRgba(dst: usize, dstStride: i32, w: i32, h: i32, pixel: i32): void {
  const four = i32x4.splat(pixel);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    let x = 0;
    for (; x + 4 <= w; x += 4) v128.store(row + 4 * x, four);
    for (; x < w; x++) store<i32>(row + 4 * x, pixel);
  }
}

// Columns as rows.

/**
 * Transposes an image: dst(y, x) = src(x, y). `dst` has `h` columns and `w` rows. The memory of each row must be a
 * multiple of four pixels.
 */
export function transposeRgba(dst: usize, dstStride: i32, src: usize, srcStride: i32, w: i32, h: i32): void {
  for (let y = 0; y < h; y += 4) {
    const a = src + y * srcStride;
    // Rows that do not exist repeat the last one; what they become lies beyond the end of a row.
    const b = y + 1 < h ? a + srcStride : a, c = y + 2 < h ? b + srcStride : b, d = y + 3 < h ? c + srcStride : c;
    for (let x = 0; x < w; x += 4) {
      const p = v128.load(a + 4 * x), q = v128.load(b + 4 * x), r = v128.load(c + 4 * x), s = v128.load(d + 4 * x);
      const pq = i32x4.shuffle(p, q, 0, 4, 1, 5), rs = i32x4.shuffle(r, s, 0, 4, 1, 5);
      const pq2 = i32x4.shuffle(p, q, 2, 6, 3, 7), rs2 = i32x4.shuffle(r, s, 2, 6, 3, 7);
      const t = dst + x * dstStride + 4 * y;
      v128.store(t, i64x2.shuffle(pq, rs, 0, 2));
      if (x + 1 < w) v128.store(t + dstStride, i64x2.shuffle(pq, rs, 1, 3));
      if (x + 2 < w) v128.store(t + 2 * dstStride, i64x2.shuffle(pq2, rs2, 0, 2));
      if (x + 3 < w) v128.store(t + 3 * dstStride, i64x2.shuffle(pq2, rs2, 1, 3));
    }
  }
}

// Weighted sums of two premultiplied pictures.

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
 * Combines two images arithmetically, in place: b = k1 a b + k2 a + k3 b + k4, for channels of 0-1. Results are clamped
 * to 0-1, and colours also to the alpha.
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
