// Colours through a three-dimensional table of r, g, b, 0.
import { allOpaque, premultiplyPixels, storePixels, straightPixels } from './shared/pixel.as';
import { storeEightOfTable } from './shared/table.as';

// @ts-ignore: decorator
@inline
function position(colour: v128, steps: v128): v128 {
  // c * steps * 256 / 255 = q + q / 255, in 256ths of a cell; exact at both ends.
  const q = i16x8.mul(colour, steps);
  const biased = i16x8.add(q, i16x8.splat(128));
  return i16x8.add(q, i16x8.shr_u(i16x8.add(biased, i16x8.shr_u(biased, 8)), 8));
}

// Where the eight pixels of a step lie on their way from the table.
const eight = memory.data(32, 16);

/** Sends w x h pixels through a table of `size` (2-128) points a side, in place. Alpha stays. */
export function lutRgba(dst: usize, dstStride: i32, w: i32, h: i32, table: usize, size: i32): void {
  const steps = i16x8.splat(<i16>(size - 1));
  const alphaMask = i32x4.splat(<i32>0xff000000);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 8) {
      const p = row + 4 * x;
      let first = v128.load(p), second = v128.load(p, 16);
      const opaque = allOpaque(first) && allOpaque(second);
      if (!opaque) {
        if (!v128.any_true(v128.or(first, second))) continue;
        first = straightPixels(first);
        second = straightPixels(second);
      }
      const rg = i8x16.shuffle(first, second, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
      const bb = i8x16.shuffle(first, second, 2, 6, 10, 14, 18, 22, 26, 30, 2, 6, 10, 14, 18, 22, 26, 30);
      const r = position(i16x8.extend_low_i8x16_u(rg), steps);
      const g = position(i16x8.extend_high_i8x16_u(rg), steps);
      const b = position(i16x8.extend_low_i8x16_u(bb), steps);
      storeEightOfTable(eight, r, g, b, table, size);
      let out0 = v128.load(eight), out1 = v128.load(eight, 16);
      out0 = v128.bitselect(first, out0, alphaMask);
      out1 = v128.bitselect(second, out1, alphaMask);
      if (!opaque) {
        out0 = premultiplyPixels(out0);
        out1 = premultiplyPixels(out1);
      }
      storePixels(p, out0, w - x);
      if (x + 4 < w) storePixels(p + 16, out1, w - x - 4);
    }
  }
}
