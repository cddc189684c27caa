// Columns as rows.

/** dst(y, x) = src(x, y): dst has `h` columns and `w` rows. Rows of both have room for whole vectors. */
export function transposeRgba(dst: usize, dstStride: i32, src: usize, srcStride: i32, w: i32, h: i32): void {
  for (let y = 0; y < h; y += 4) {
    const a = src + y * srcStride;
    // Rows that do not exist repeat the last one; what they become lies beyond the end of a row.
    const b = y + 1 < h ? a + srcStride : a, c = y + 2 < h ? b + srcStride : b, d = y + 3 < h ? c + srcStride : c;
    for (let x = 0; x < w; x += 4) {
      const p = v128.load(a + 4 * x), q = v128.load(b + 4 * x), r = v128.load(c + 4 * x), s = v128.load(d + 4 * x);
      const pq = i32x4.shuffle(p, q, 0, 4, 1, 5), rs = i32x4.shuffle(r, s, 0, 4, 1, 5);
      const pq2 = i32x4.shuffle(p, q, 2, 6, 3, 7), rs2 = i32x4.shuffle(r, s, 2, 6, 3, 7);
      const t = dst + x * dstStride + 4 * y;
      v128.store(t, i64x2.shuffle(pq, rs, 0, 2));
      if (x + 1 < w) v128.store(t + dstStride, i64x2.shuffle(pq, rs, 1, 3));
      if (x + 2 < w) v128.store(t + 2 * dstStride, i64x2.shuffle(pq2, rs2, 0, 2));
      if (x + 3 < w) v128.store(t + 3 * dstStride, i64x2.shuffle(pq2, rs2, 1, 3));
    }
  }
}
