// Blurs along lines: a fixed one, or towards a centre.
import { storePixels } from './shared/pixel.as';

/**
 * dst(x, y) = sum of weight times src at (x, y) plus an offset, over `count` taps: 16 bytes of equal 16-bit weights
 * (32768ths) each at `weights`, the offset in bytes (32 bits) each at `offsets`. Every source that is read must exist.
 */
export function scatterRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, weights: usize, offsets: usize, count: i32,
): void {
  const half = i16x8.splat(32);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    for (let x = 0; x < w; x += 8) {
      const p = rowS + 4 * <usize>x;
      let s0 = half, s1 = half, s2 = half, s3 = half;
      for (let k = 0; k < count; k++) {
        const q = p + load<i32>(offsets + 4 * k);
        const weight = v128.load(weights + 16 * k);
        s0 = i16x8.add(s0, i16x8.q15mulr_sat_s(i16x8.shl(v128.load_ext<u8>(q), 6), weight));
        s1 = i16x8.add(s1, i16x8.q15mulr_sat_s(i16x8.shl(v128.load_ext<u8>(q, 8), 6), weight));
        s2 = i16x8.add(s2, i16x8.q15mulr_sat_s(i16x8.shl(v128.load_ext<u8>(q, 16), 6), weight));
        s3 = i16x8.add(s3, i16x8.q15mulr_sat_s(i16x8.shl(v128.load_ext<u8>(q, 24), 6), weight));
      }
      storePixels(rowD + 4 * x, i8x16.narrow_i16x8_u(i16x8.shr_s(s0, 6), i16x8.shr_s(s1, 6)), w - x);
      if (x + 4 < w) {
        storePixels(rowD + 4 * x + 16, i8x16.narrow_i16x8_u(i16x8.shr_s(s2, 6), i16x8.shr_s(s3, 6)), w - x - 4);
      }
    }
  }
}
