// Coverages as RGBA pixels whose four bytes are all the coverage: they multiply and blur like any picture.
import { over255, storePixels } from './shared/pixel.as';

/**
 * Multiplies pixels by a coverage, in place: dst = dst * (1 - strength * (1 - cover)). With `invert`, 1 - cover
 * replaces cover. A `strength` of 256 is 1.
 */
export function multiplyRgba(
  dst: usize, dstStride: i32, cover: usize, coverStride: i32, w: i32, h: i32, strength: i32, invert: bool,
): void {
  const full = i16x8.splat(255);
  const half = i16x8.splat(128);
  const weight = i16x8.splat(<i16>strength);
  const whole = strength == 256;
  const nothing = i32x4.splat(0);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowC = cover + y * coverStride;
    for (let x = 0; x < w; x += 4) {
      let missing = v128.load(rowC + 4 * x);
      if (!invert) missing = v128.not(missing);
      if (!v128.any_true(missing)) continue;
      if (whole && !v128.any_true(v128.not(missing))) {
        storePixels(rowD + 4 * x, nothing, w - x);
        continue;
      }
      const d = v128.load(rowD + 4 * x);
      let low = i16x8.extend_low_i8x16_u(missing);
      let high = i16x8.extend_high_i8x16_u(missing);
      if (!whole) {
        low = i16x8.shr_u(i16x8.add(i16x8.mul(low, weight), half), 8);
        high = i16x8.shr_u(i16x8.add(i16x8.mul(high, weight), half), 8);
      }
      low = over255(i16x8.mul(i16x8.extend_low_i8x16_u(d), i16x8.sub(full, low)));
      high = over255(i16x8.mul(i16x8.extend_high_i8x16_u(d), i16x8.sub(full, high)));
      storePixels(rowD + 4 * x, i8x16.narrow_i16x8_u(low, high), w - x);
    }
  }
}

/**
 * Converts pixels to a coverage, which is stored in all four bytes: the pixel's alpha, or with `luma` 1 its BT.709 luma
 * over black. `dst` may be `src`.
 */
export function coverOfRgba(dst: usize, dstStride: i32, src: usize, srcStride: i32, w: i32, h: i32, luma: bool): void {
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    for (let x = 0; x < w; x++) {
      const p = load<u32>(rowS + 4 * x);
      const value = luma ? ((p & 255) * 13933 + ((p >> 8) & 255) * 46871 + ((p >> 16) & 255) * 4732 + 32768) >> 16 : p >> 24;
      store<u32>(rowD + 4 * x, value * 0x01010101);
    }
  }
}

// Four coverages (0-1) as pixels.
// @ts-ignore: decorator
@inline
function coverPixels(value: v128): v128 {
  const clamped = f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), value));
  const bytes = v128.and(f32x4.add(f32x4.mul(clamped, f32x4.splat(255)), f32x4.splat(8388608)), i32x4.splat(255));
  return i8x16.shuffle(bytes, bytes, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
}

// From a distance inwards in units of the soft edge's width: 0 half a width outside, 1 half a width inside.
// @ts-ignore: decorator
@inline
function softEdge(distance: v128): v128 {
  const t = f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), f32x4.add(distance, f32x4.splat(0.5))));
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

/**
 * Computes the coverage of an area between two lines with soft edges. The signed distances from the lines, in widths of
 * the soft edge, are h1 = ax x + ay y + a0 and h2 = bx x + by y + b0. The smaller distance determines the coverage, or
 * the larger one with `either`. The position of pixel (i, j) is (i, j).
 */
export function coverLines(
  dst: usize, dstStride: i32, w: i32, h: i32, ax: f32, ay: f32, a0: f32, bx: f32, by: f32, b0: f32, either: bool,
): void {
  const steps = f32x4(0, 1, 2, 3);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowA = f32x4.splat(a0 + ay * <f32>y);
    const rowB = f32x4.splat(b0 + by * <f32>y);
    for (let x = 0; x < w; x += 4) {
      const at = f32x4.add(f32x4.splat(<f32>x), steps);
      const one = f32x4.add(rowA, f32x4.mul(at, f32x4.splat(ax)));
      const two = f32x4.add(rowB, f32x4.mul(at, f32x4.splat(bx)));
      const distance = either ? f32x4.pmax(one, two) : f32x4.pmin(one, two);
      if (i32x4.all_true(f32x4.ge(distance, f32x4.splat(0.5)))) storePixels(rowD + 4 * x, i32x4.splat(-1), w - x);
      else storePixels(rowD + 4 * x, coverPixels(softEdge(distance)), w - x);
    }
  }
}

/**
 * Computes the coverage of an ellipse with radii (rx, ry) and a soft edge of `width` pixels. Its centre is (cx, cy), in
 * pixels from the centre of the first pixel.
 */
export function coverDisc(
  dst: usize, dstStride: i32, w: i32, h: i32, cx: f32, cy: f32, rx: f32, ry: f32, width: f32,
): void {
  const steps = f32x4(0, 1, 2, 3);
  const ux = f32x4.splat(1 / rx);
  const uy = f32x4.splat(1 / ry);
  const most = f32x4.splat(min(rx, ry));
  const perWidth = f32x4.splat(1 / width);
  const reach: f32 = width / 2 / min(rx, ry);
  const inside = f32x4.splat(reach < 1 ? (1 - reach) * (1 - reach) : -1);
  const outside = f32x4.splat((1 + reach) * (1 + reach));
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const py = f32x4.mul(f32x4.splat(<f32>y - cy), uy);
    const gy = f32x4.mul(py, uy);
    for (let x = 0; x < w; x += 4) {
      const px = f32x4.mul(f32x4.add(f32x4.splat(<f32>x - cx), steps), ux);
      const gx = f32x4.mul(px, ux);
      const square = f32x4.add(f32x4.mul(px, px), f32x4.mul(py, py));
      // Most pixels lie clearly on one side: the distance is at least |f - 1| of the smaller radius.
      if (i32x4.all_true(f32x4.le(square, inside))) {
        storePixels(rowD + 4 * x, i32x4.splat(-1), w - x);
        continue;
      }
      if (i32x4.all_true(f32x4.ge(square, outside))) {
        storePixels(rowD + 4 * x, i32x4.splat(0), w - x);
        continue;
      }
      const f = f32x4.sqrt(square);
      const g = f32x4.sqrt(f32x4.add(f32x4.mul(gx, gx), f32x4.mul(gy, gy)));
      // First-order distance: exact for circles.
      const away = f32x4.div(f32x4.mul(f, f32x4.sub(f32x4.splat(1), f)), f32x4.pmax(g, f32x4.splat(1e-9)));
      const distance = v128.bitselect(away, most, f32x4.gt(f, f32x4.splat(1e-4)));
      storePixels(rowD + 4 * x, coverPixels(softEdge(f32x4.mul(distance, perWidth))), w - x);
    }
  }
}

// Open length of slats [k, k + share) up to t.
// @ts-ignore: decorator
@inline
function openUpTo(t: v128, share: v128): v128 {
  const whole = f32x4.floor(t);
  return f32x4.add(f32x4.mul(whole, share), f32x4.pmin(share, f32x4.sub(t, whole)));
}

/**
 * Computes the coverage of parallel stripes, like those of a blind. The position across the stripes is t = tx x + ty y
 * + t0, in stripes: stripe k is covered from t = k to k + share. A pixel extends over `reach` in t and gets the mean
 * coverage of that extent.
 */
export function coverSlats(
  dst: usize, dstStride: i32, w: i32, h: i32, tx: f32, ty: f32, t0: f32, share: f32, reach: f32,
): void {
  const steps = f32x4(0, 1, 2, 3);
  const open = f32x4.splat(share);
  const half = f32x4.splat(reach / 2);
  const perReach = f32x4.splat(1 / reach);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const start = f32x4.splat(t0 + ty * <f32>y);
    if (tx == 0) {
      // Level slats: a row is one coverage.
      const length = f32x4.sub(openUpTo(f32x4.add(start, half), open), openUpTo(f32x4.sub(start, half), open));
      const cover = coverPixels(f32x4.mul(length, perReach));
      for (let x = 0; x < w; x += 4) storePixels(rowD + 4 * x, cover, w - x);
      continue;
    }
    for (let x = 0; x < w; x += 4) {
      const t = f32x4.add(start, f32x4.mul(f32x4.add(f32x4.splat(<f32>x), steps), f32x4.splat(tx)));
      const length = f32x4.sub(openUpTo(f32x4.add(t, half), open), openUpTo(f32x4.sub(t, half), open));
      storePixels(rowD + 4 * x, coverPixels(f32x4.mul(length, perReach)), w - x);
    }
  }
}
