// Halving by the mean of 2 x 2 pixels.

// @ts-ignore: decorator
@inline
function quad(a: v128, b: v128, two: v128): v128 {
  const sum = i16x8.add(i16x8.extadd_pairwise_i8x16_u(a), i16x8.extadd_pairwise_i8x16_u(b));
  return i16x8.shr_u(i16x8.add(sum, two), 2);
}

/** dst is (sw + 1) / 2 x (sh + 1) / 2; the last column and row of odd sizes count twice. Rounds to nearest. */
export function halvePlane(dst: usize, dstStride: i32, src: usize, srcStride: i32, sw: i32, sh: i32): void {
  const two = i16x8.splat(2);
  const w = (sw + 1) >> 1;
  const h = (sh + 1) >> 1;
  const pairs = sw >> 1;
  for (let y = 0; y < h; y++) {
    const a = src + 2 * y * srcStride;
    const b = 2 * y + 1 < sh ? a + srcStride : a;
    const rowD = dst + y * dstStride;
    let x = 0;
    for (; x + 16 <= pairs; x += 16) {
      const first = quad(v128.load(a + 2 * x), v128.load(b + 2 * x), two);
      const second = quad(v128.load(a + 2 * x, 16), v128.load(b + 2 * x, 16), two);
      v128.store(rowD + x, i8x16.narrow_i16x8_u(first, second));
    }
    for (; x < w; x++) {
      const left = 2 * x;
      const right = left + 1 < sw ? left + 1 : left;
      const sum =
        <i32>load<u8>(a + left) + <i32>load<u8>(a + right) + <i32>load<u8>(b + left) + <i32>load<u8>(b + right);
      store<u8>(rowD + x, (sum + 2) >> 2);
    }
  }
}
