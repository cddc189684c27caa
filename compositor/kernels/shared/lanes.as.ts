// Lanes of vectors.

/** Interleaves the 16-bit lanes 0-3 of two vectors. */
// @ts-ignore: decorator
@inline
export function pairLow(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}

/** Interleaves the 16-bit lanes 4-7 of two vectors. */
// @ts-ignore: decorator
@inline
export function pairHigh(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}

/** Stores the first eight bytes of a vector, or the first `count` bytes if `count` is less. */
// @ts-ignore: decorator
@inline
export function storeBytes(dst: usize, bytes: v128, count: i32): void {
  if (count >= 8) v128.store64_lane(dst, bytes, 0);
  else for (let i = 0; i < count; i++) store<u8>(dst + i, <u8>(i64x2.extract_lane(bytes, 0) >>> (8 * i)));
}

// Means of bytes in eight 16-bit lanes, weights in 128ths.

/**
 * Interpolates between lanes: a + (b - a) * weight / 128, rounded to nearest. No intermediate result exceeds 16 bits.
 */
// @ts-ignore: decorator
@inline
export function lerp(a: v128, b: v128, weight: v128): v128 {
  return i16x8.add(a, over128(i16x8.mul(i16x8.sub(b, a), weight)));
}

/** Divides lanes by 128, rounded to nearest. Lanes may be at most 32,703. */
// @ts-ignore: decorator
@inline
export function over128(x: v128): v128 {
  return i16x8.shr_s(i16x8.add(x, i16x8.splat(64)), 7);
}

// Four numbers of 0-1 in floating point.

/** Computes the smoothstep function of t, 3t^2 - 2t^3. */
// @ts-ignore: decorator
@inline
export function fade(t: v128): v128 {
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

/** Converts values of 0-1 to levels of 0-255, rounded and clamped. */
// @ts-ignore: decorator
@inline
export function levels(value: v128): v128 {
  const clamped = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), f32x4.mul(value, f32x4.splat(255))));
  return v128.and(f32x4.add(clamped, f32x4.splat(8388608)), i32x4.splat(255));
}
