// Fills and copies of RGBA rectangles. Strides are in bytes, sizes in pixels.

/** Sets every pixel to `pixel` (bytes r, g, b, a from the lowest). */
export function fillRgba(dst: usize, dstStride: i32, w: i32, h: i32, pixel: i32): void {
  const four = i32x4.splat(pixel);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    let x = 0;
    for (; x + 4 <= w; x += 4) v128.store(row + 4 * x, four);
    for (; x < w; x++) store<i32>(row + 4 * x, pixel);
  }
}
