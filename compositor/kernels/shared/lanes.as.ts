// Eight 16-bit lanes of two vectors in turns.

/** Lanes 0-3 of both. */
// @ts-ignore: decorator
@inline
export function pairLow(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}

/** Lanes 4-7 of both. */
// @ts-ignore: decorator
@inline
export function pairHigh(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}
