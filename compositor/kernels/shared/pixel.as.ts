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

/** Two pixels as 16-bit lanes, each lane its pixel's alpha. */
// @ts-ignore: decorator
@inline
export function alphaOfTwo(two: v128): v128 {
  return i8x16.shuffle(two, two, 6, 7, 6, 7, 6, 7, 6, 7, 14, 15, 14, 15, 14, 15, 14, 15);
}

/** x / 255 to nearest, for lanes of up to 65,025. */
// @ts-ignore: decorator
@inline
export function over255(x: v128): v128 {
  const biased = i16x8.add(x, i16x8.splat(128));
  return i16x8.shr_u(i16x8.add(biased, i16x8.shr_u(biased, 8)), 8);
}
