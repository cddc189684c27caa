// Lanes of vectors.

/** Eight 16-bit lanes of two vectors in turns: lanes 0-3 of both. */
// @ts-ignore: decorator
@inline
export function pairLow(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}

/** The same of lanes 4-7. */
// @ts-ignore: decorator
@inline
export function pairHigh(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}

/** Stores the first eight bytes, or `count` when that is less. */
// @ts-ignore: decorator
@inline
export function storeBytes(dst: usize, bytes: v128, count: i32): void {
  if (count >= 8) v128.store64_lane(dst, bytes, 0);
  else for (let i = 0; i < count; i++) store<u8>(dst + i, <u8>(i64x2.extract_lane(bytes, 0) >>> (8 * i)));
}
