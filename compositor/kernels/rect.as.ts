// Copies and fills of 8-bit planes. Strides are in bytes; rectangles may have any size.

/** Copies a w x h rectangle. The two must not overlap. */
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

/** Largest byte of a rectangle: 0 tells that an alpha plane hides everything. */
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
