// Weighted sums of two planes: crossfades and opacity of opaque layers.

/**
 * dst = (a * (256 - weight) + b * weight + 128) >> 8, weight 0-256. Exact at both ends. `dst` may be `a` or `b`.
 */
export function mixRect(
  dst: usize, dstStride: i32, a: usize, aStride: i32, b: usize, bStride: i32, w: i32, h: i32, weight: i32,
): void {
  const weightA = i16x8.splat(<i16>(256 - weight));
  const weightB = i16x8.splat(<i16>weight);
  const half = i16x8.splat(128);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowA = a + y * aStride;
    const rowB = b + y * bStride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      const va = v128.load(rowA + x);
      const vb = v128.load(rowB + x);
      const low = i16x8.add(
        i16x8.mul(i16x8.extend_low_i8x16_u(va), weightA),
        i16x8.mul(i16x8.extend_low_i8x16_u(vb), weightB),
      );
      const high = i16x8.add(
        i16x8.mul(i16x8.extend_high_i8x16_u(va), weightA),
        i16x8.mul(i16x8.extend_high_i8x16_u(vb), weightB),
      );
      v128.store(
        rowD + x,
        i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(low, half), 8), i16x8.shr_u(i16x8.add(high, half), 8)),
      );
    }
    for (; x < w; x++) {
      const sum = <i32>load<u8>(rowA + x) * (256 - weight) + <i32>load<u8>(rowB + x) * weight + 128;
      store<u8>(rowD + x, sum >> 8);
    }
  }
}
