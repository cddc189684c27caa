// Colours whose channels become others by themselves: every level is looked up.
import { allOpaque, premultiplyPixels, storePixels, straightPixels } from './shared/pixel.as';

// Where the four pixels of a step lie while they are changed.
const four = memory.data(16, 16);

/** Sends w x h pixels through `curves` (256 levels for red, as many for green, for blue), in place. Alpha stays. */
export function curvesRgba(dst: usize, dstStride: i32, w: i32, h: i32, curves: usize): void {
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      const pixels = v128.load(row + 4 * x);
      if (!v128.any_true(pixels)) continue;
      const opaque = allOpaque(pixels);
      v128.store(four, opaque ? pixels : straightPixels(pixels));
      for (let p = four; p < four + 16; p += 4) {
        store<u8>(p, load<u8>(curves + load<u8>(p)));
        store<u8>(p, load<u8>(curves + load<u8>(p, 1), 256), 1);
        store<u8>(p, load<u8>(curves + load<u8>(p, 2), 512), 2);
      }
      const changed = v128.load(four);
      storePixels(row + 4 * x, opaque ? changed : premultiplyPixels(changed), w - x);
    }
  }
}
