// Means of bytes in eight 16-bit lanes, weights in 128ths.

/** a + (b - a) * weight / 128 to nearest; nothing leaves 16 bits. */
// @ts-ignore: decorator
@inline
export function lerp(a: v128, b: v128, weight: v128): v128 {
  return i16x8.add(a, over128(i16x8.mul(i16x8.sub(b, a), weight)));
}

/** x / 128 to nearest, for lanes of at most 32,703. */
// @ts-ignore: decorator
@inline
export function over128(x: v128): v128 {
  return i16x8.shr_s(i16x8.add(x, i16x8.splat(64)), 7);
}
