// Premultiplied RGBA over premultiplied RGBA.
import { alphaOfTwo, over255, storePixels } from './shared/pixel.as';

/** Two pixels times opacity (0-256). */
// @ts-ignore: decorator
@inline
function fade(two: v128, opacity: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.mul(two, opacity), i16x8.splat(128)), 8);
}

// @ts-ignore: decorator
@inline
function overTwo(over: v128, under: v128): v128 {
  const keep = i16x8.sub(i16x8.splat(255), alphaOfTwo(over));
  return i16x8.add(over, over255(i16x8.mul(under, keep)));
}

/** under = over * opacity + under * (1 - alpha of that), in place. Opacity is 0-256. */
export function blendNormal(
  under: usize, underStride: i32, over: usize, overStride: i32, w: i32, h: i32, opacity: i32,
): void {
  const op = i16x8.splat(<i16>opacity);
  const whole = opacity == 256;
  for (let y = 0; y < h; y++) {
    const rowU = under + y * underStride;
    const rowO = over + y * overStride;
    for (let x = 0; x < w; x += 4) {
      const o = v128.load(rowO + 4 * x);
      if (!v128.any_true(o)) continue;
      const u = v128.load(rowU + 4 * x);
      let low = i16x8.extend_low_i8x16_u(o);
      let high = i16x8.extend_high_i8x16_u(o);
      if (!whole) {
        low = fade(low, op);
        high = fade(high, op);
      }
      low = overTwo(low, i16x8.extend_low_i8x16_u(u));
      high = overTwo(high, i16x8.extend_high_i8x16_u(u));
      storePixels(rowU + 4 * x, i8x16.narrow_i16x8_u(low, high), w - x);
    }
  }
}
