// Coverages made of formulas, and the colour they are shown in.
import { storePixels } from './shared/pixel.as';
import { fade, levels } from './shared/unit.as';

/** Coverage smoothstep((d - inner) / (outer - inner)) with d = |((x - cx) / rx, (y - cy) / ry)|; pixel (i, j) at (i, j). */
export function radialCover(
  dst: usize, dstStride: i32, w: i32, h: i32, cx: f32, cy: f32, rx: f32, ry: f32, inner: f32, outer: f32,
): void {
  const steps = f32x4(0, 1, 2, 3);
  const ux = f32x4.splat(1 / rx);
  const span = f32x4.splat(1 / max<f32>(outer - inner, <f32>1e-6));
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const py: f32 = (<f32>y - cy) / ry;
    const py2 = f32x4.splat(py * py);
    for (let x = 0; x < w; x += 4) {
      const px = f32x4.mul(f32x4.add(f32x4.splat(<f32>x - cx), steps), ux);
      const d = f32x4.sqrt(f32x4.add(f32x4.mul(px, px), py2));
      const t = f32x4.pmin(
        f32x4.splat(1), f32x4.pmax(f32x4.splat(0), f32x4.mul(f32x4.sub(d, f32x4.splat(inner)), span)));
      const bytes = levels(fade(t));
      storePixels(rowD + 4 * x, i8x16.shuffle(bytes, bytes, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12), w - x);
    }
  }
}

/** Pixels of one premultiplied colour times the coverage that `dst` holds, in place. */
export function colourCover(dst: usize, dstStride: i32, w: i32, h: i32, colour: i32): void {
  const two = i16x8.extend_low_i8x16_u(i32x4.splat(colour));
  const half = i16x8.splat(128);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      const cover = v128.load(row + 4 * x);
      const low = i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(cover), two), half);
      const high = i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(cover), two), half);
      const out = i8x16.narrow_i16x8_u(
        i16x8.shr_u(i16x8.add(low, i16x8.shr_u(low, 8)), 8), i16x8.shr_u(i16x8.add(high, i16x8.shr_u(high, 8)), 8));
      storePixels(row + 4 * x, out, w - x);
    }
  }
}
