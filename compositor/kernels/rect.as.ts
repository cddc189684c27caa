// Copies and fills of 8-bit planes. Strides are in bytes; rectangles may have any size.

/** Copies a w x h rectangle. Source and destination must not overlap. */
export function copyRect(dst: usize, dstStride: i32, src: usize, srcStride: i32, w: i32, h: i32): void {
  if (dstStride == w && srcStride == w) {
    memory.copy(dst, src, w * h);
    return;
  }
  for (let y = 0; y < h; y++) memory.copy(dst + y * dstStride, src + y * srcStride, w);
}

/** Sets every byte of a w x h rectangle to `value`. */
export function fillRect(dst: usize, dstStride: i32, w: i32, h: i32, value: i32): void {
  for (let y = 0; y < h; y++) memory.fill(dst + y * dstStride, <u8>value, w);
}

/** Returns the largest byte of a rectangle. For an alpha plane, 0 means that everything is transparent. */
export function maxRect(src: usize, srcStride: i32, w: i32, h: i32): i32 {
  let most = 0;
  for (let y = 0; y < h; y++) {
    const row = src + y * srcStride;
    let x = 0;
    let top = i8x16.splat(0);
    for (; x + 16 <= w; x += 16) top = i8x16.max_u(top, v128.load(row + x));
    if (v128.any_true(top)) {
      for (let k = 0; k < 16; k++) {
        // Lanes can be read only at constant positions: shift them down one by one.
        const lane = <i32>i8x16.extract_lane_u(top, 0);
        if (lane > most) most = lane;
        top = i8x16.shuffle(top, top, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
      }
    }
    for (; x < w; x++) {
      const value = <i32>load<u8>(row + x);
      if (value > most) most = value;
    }
  }
  return most;
}

// Halving by the mean of 2 x 2 pixels.

// @ts-ignore: decorator
@inline
function quad(a: v128, b: v128, two: v128): v128 {
  const sum = i16x8.add(i16x8.extadd_pairwise_i8x16_u(a), i16x8.extadd_pairwise_i8x16_u(b));
  return i16x8.shr_u(i16x8.add(sum, two), 2);
}

/**
 * Halves a plane: each result is the mean of 2 x 2 samples, rounded to nearest. `dst` is (sw + 1) / 2 x (sh + 1) / 2.
 * If a side is odd, its last column or row counts twice.
 */
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

// What is read out of order soon comes faster when it was read in order before.

/**
 * Loads memory into the processor's cache by reading one byte of each 64-byte cache line from `src` on. The returned
 * sum has no meaning.
 */
export function readAhead(src: usize, bytes: i32): i32 {
  let sum = 0;
  for (let at = 0; at < bytes; at += 64) sum += load<u8>(src + at);
  return sum;
}
