// What kernels on premultiplied RGBA share: four pixels are one vector, two pixels eight 16-bit lanes.

/** Stores the first `count` (1-4) pixels of a vector. */
// @ts-ignore: decorator
@inline
export function storePixels(dst: usize, pixels: v128, count: i32): void {
  if (count >= 4) {
    v128.store(dst, pixels);
    return;
  }
  v128.store32_lane(dst, pixels, 0);
  if (count > 1) v128.store32_lane(dst, pixels, 1, 4);
  if (count > 2) v128.store32_lane(dst, pixels, 2, 8);
}

/** Copies the alpha of two pixels to all 16-bit lanes of the same pixel. */
// @ts-ignore: decorator
@inline
export function alphaOfTwo(two: v128): v128 {
  return i8x16.shuffle(two, two, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
}

/** Divides lanes by 255, rounded to nearest. Lanes may be at most 65,025. */
// @ts-ignore: decorator
@inline
export function over255(x: v128): v128 {
  const biased = i16x8.add(x, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(biased, i16x8.shr_u(biased, 8)), 8);
}

/** Whether all four pixels are opaque. */
// @ts-ignore: decorator
@inline
export function allOpaque(pixels: v128): bool {
  return i32x4.all_true(i32x4.gt_u(pixels, i32x4.splat(<i32>0xfeffffff)));
}

// @ts-ignore: decorator
@inline
function straightOne(pixel: v128): v128 {
  const channels = f32x4.convert_i32x4_s(pixel);
  const alpha = f32x4.extract_lane(channels, 3);
  const scale: f32 = alpha > 0 ? 255 / alpha : 0;
  const out = f32x4.add(f32x4.mul(channels, f32x4.splat(scale)), f32x4.splat(0.5));
  return i32x4.trunc_sat_f32x4_s(out);
}

/** Converts four premultiplied pixels back: colours are divided by alpha and rounded; alpha is unchanged. */
// @ts-ignore: decorator
@inline
export function straightPixels(pixels: v128): v128 {
  const low = i16x8.extend_low_i8x16_u(pixels);
  const high = i16x8.extend_high_i8x16_u(pixels);
  const colours = i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(straightOne(i32x4.extend_low_i16x8_u(low)), straightOne(i32x4.extend_high_i16x8_u(low))),
    i16x8.narrow_i32x4_s(straightOne(i32x4.extend_low_i16x8_u(high)), straightOne(i32x4.extend_high_i16x8_u(high))),
  );
  return v128.bitselect(pixels, colours, i32x4.splat(<i32>0xff000000));
}

/** Converts four pixels to premultiplied ones: colours are multiplied by alpha and rounded; alpha is unchanged. */
// @ts-ignore: decorator
@inline
export function premultiplyPixels(pixels: v128): v128 {
  const low = i16x8.extend_low_i8x16_u(pixels);
  const high = i16x8.extend_high_i8x16_u(pixels);
  const colours = i8x16.narrow_i16x8_u(
    over255(i16x8.mul(low, alphaOfTwo(low))), over255(i16x8.mul(high, alphaOfTwo(high))));
  return v128.bitselect(pixels, colours, i32x4.splat(<i32>0xff000000));
}

// Squares of pixels that are looked at as one.

/** Base-2 logarithm of the side of a tile, in pixels: a tile has 8 x 8 pixels. */
export const TILE_SHIFT: i32 = 3;

/**
 * Returns eight times the mean of one component of the six RGBA pixels around a chroma sample. The weights are 1 2 1
 * for the columns `left`, `middle` and `right`, equal in the rows `upper` and `lower`. `component` is the number of a
 * byte in the pixel.
 */
// @ts-ignore: decorator
@inline
export function aroundSite(upper: usize, lower: usize, left: i32, middle: i32, right: i32, component: usize): i32 {
  const a = upper + component;
  const b = lower + component;
  return (
    <i32>load<u8>(a + left * 4) + 2 * <i32>load<u8>(a + middle * 4) + <i32>load<u8>(a + right * 4) +
    <i32>load<u8>(b + left * 4) + 2 * <i32>load<u8>(b + middle * 4) + <i32>load<u8>(b + right * 4)
  );
}
