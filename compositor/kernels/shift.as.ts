// Premultiplied RGBA moved by one and the same way: the weights of bilinear sampling are those of every pixel.
import { storePixels } from './shared/pixel.as';

// Channels of two pixels in 128ths, weighted between two rows.
// @ts-ignore: decorator
@inline
function columns(top: v128, bottom: v128, upper: v128, lower: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.mul(top, upper), i16x8.mul(bottom, lower)), 1);
}

// Two pixels of 16-bit lanes between their left and right columns.
// @ts-ignore: decorator
@inline
function across(left: v128, right: v128, nearer: v128, farther: v128): v128 {
  const half = i32x4.splat(16384);
  const low = i32x4.add(i32x4.extmul_low_i16x8_s(left, nearer), i32x4.extmul_low_i16x8_s(right, farther));
  const high = i32x4.add(i32x4.extmul_high_i16x8_s(left, nearer), i32x4.extmul_high_i16x8_s(right, farther));
  return i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(low, half), 15), i32x4.shr_s(i32x4.add(high, half), 15));
}

/**
 * Shifts an image by less than a pixel: dst(x, y) = src(x + fx / 256, y + fy / 256), bilinear, with fx and fy of 0-255.
 * The result is byte-identical to that of `affineRgba` and `sampleRow`. `src` must have one more column than `dst`
 * unless fx is 0, and one more row unless fy is 0.
 */
export function shiftRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, fx: i32, fy: i32,
): void {
  if (fx == 0 && fy == 0) {
    for (let y = 0; y < h; y++) memory.copy(dst + y * dstStride, src + y * srcStride, 4 * w);
    return;
  }
  const nearer = i16x8.splat(<i16>(256 - fx)), farther = i16x8.splat(<i16>fx);
  const upper = i16x8.splat(<i16>(256 - fy)), lower = i16x8.splat(<i16>fy);
  const half = i16x8.splat(128);
  const right = fx == 0 ? 0 : 4;
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    for (let x = 0; x < w; x += 4) {
      const p = rowS + 4 * x;
      const a = v128.load(p), b = v128.load(p + right);
      const aLow = i16x8.extend_low_i8x16_u(a), aHigh = i16x8.extend_high_i8x16_u(a);
      const bLow = i16x8.extend_low_i8x16_u(b), bHigh = i16x8.extend_high_i8x16_u(b);
      let low: v128, high: v128;
      if (fy == 0) {
        low = i16x8.add(i16x8.add(i16x8.mul(aLow, nearer), i16x8.mul(bLow, farther)), half);
        high = i16x8.add(i16x8.add(i16x8.mul(aHigh, nearer), i16x8.mul(bHigh, farther)), half);
        low = i16x8.shr_u(low, 8);
        high = i16x8.shr_u(high, 8);
      } else {
        const c = v128.load(p + srcStride), d = v128.load(p + srcStride + right);
        low = across(
          columns(aLow, i16x8.extend_low_i8x16_u(c), upper, lower),
          columns(bLow, i16x8.extend_low_i8x16_u(d), upper, lower), nearer, farther);
        high = across(
          columns(aHigh, i16x8.extend_high_i8x16_u(c), upper, lower),
          columns(bHigh, i16x8.extend_high_i8x16_u(d), upper, lower), nearer, farther);
      }
      storePixels(rowD + 4 * x, i8x16.narrow_i16x8_u(low, high), w - x);
    }
  }
}
