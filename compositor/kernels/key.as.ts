// Keying: what matches becomes transparent. Four premultiplied pixels at a time, straight colours in floating point.
import { allOpaque, over255, premultiplyPixels, storePixels, straightPixels } from './shared/pixel.as';

// @ts-ignore: decorator
@inline
function channel(pixels: v128, shift: i32): v128 {
  return f32x4.convert_i32x4_s(v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255)));
}

// @ts-ignore: decorator
@inline
function weighted(r: v128, g: v128, b: v128, wr: f32, wg: f32, wb: f32): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4.splat(wr)), f32x4.mul(g, f32x4.splat(wg))), f32x4.mul(b, f32x4.splat(wb)));
}

// @ts-ignore: decorator
@inline
function unit(value: v128): v128 {
  return f32x4.pmin(f32x4.splat(1), f32x4.pmax(f32x4.splat(0), value));
}

// Rounded to 0-255; adding 2^23 leaves a whole number in the lowest bits.
// @ts-ignore: decorator
@inline
function byteOf(value: v128): v128 {
  const clamped = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), value));
  return v128.and(f32x4.add(clamped, f32x4.splat(8388608)), i32x4.splat(255));
}

// The straight pixels with their alpha multiplied by `keep` (0-1), premultiplied.
// @ts-ignore: decorator
@inline
function keepPart(straight: v128, keep: v128, opaque: bool): v128 {
  if (opaque) {
    const bytes = v128.and(f32x4.add(f32x4.mul(keep, f32x4.splat(255)), f32x4.splat(8388608)), i32x4.splat(255));
    const weights = i8x16.shuffle(bytes, bytes, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12);
    const low = i16x8.mul(i16x8.extend_low_i8x16_u(straight), i16x8.extend_low_i8x16_u(weights));
    const high = i16x8.mul(i16x8.extend_high_i8x16_u(straight), i16x8.extend_high_i8x16_u(weights));
    return i8x16.narrow_i16x8_u(over255(low), over255(high));
  }
  const alpha = byteOf(f32x4.mul(channel(straight, 24), keep));
  return premultiplyPixels(v128.or(v128.and(straight, i32x4.splat(0x00ffffff)), i32x4.shl(alpha, 24)));
}

/**
 * Removes a key colour, in place. The alpha of each pixel is multiplied by clamp((d - similarity) * steepness, 0, 1).
 * Here d is the distance of the pixel's BT.709 chroma (limited range, centred) from (keyU, keyV), divided by 255 sqrt
 * 2, as in ffmpeg's chromakey. `spill` is the fraction of the key's hue that is removed from the remaining colours. The
 * amount of that hue is the chroma component along the key minus the component across it. Luma does not change.
 */
export function chromaKey(
  dst: usize, dstStride: i32, w: i32, h: i32, keyU: f32, keyV: f32, similarity: f32, steepness: f32, spill: f32,
): void {
  const size = <f32>Math.sqrt(<f64>(keyU * keyU + keyV * keyV));
  const ku: f32 = size > 0.5 ? keyU / size : 0;
  const kv: f32 = size > 0.5 ? keyV / size : 0;
  const despills = spill > 0 && size > 0.5;
  const red = f32x4.splat(spill * <f32>1.792741 * kv);
  const green = f32x4.splat(spill * (<f32>-0.213249 * ku - <f32>0.532909 * kv));
  const blue = f32x4.splat(spill * <f32>2.112402 * ku);
  const zero = f32x4.splat(0);
  const one = f32x4.splat(1);
  const unitLength: f32 = 255.0 * 1.4142135623730951;
  const scale = f32x4.splat(<f32>1 / unitLength);
  // Squared distances up to which nothing and from which everything is kept.
  const near = max<f32>(similarity, 0) * unitLength;
  const far = max<f32>(similarity + <f32>1.00001 / steepness, 0) * unitLength;
  const gone = f32x4.splat(similarity < 0 ? -1 : near * near);
  const whole = f32x4.splat(far * far);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      const given = v128.load(row + 4 * x);
      if (!v128.any_true(given)) continue;
      const opaque = allOpaque(given);
      let pixels = opaque ? given : straightPixels(given);
      const r = channel(pixels, 0), g = channel(pixels, 8), b = channel(pixels, 16);
      const u = weighted(r, g, b, -0.100644, -0.338572, 0.439216);
      const v = weighted(r, g, b, 0.439216, -0.398942, -0.040274);
      const du = f32x4.sub(u, f32x4.splat(keyU));
      const dv = f32x4.sub(v, f32x4.splat(keyV));
      const square = f32x4.add(f32x4.mul(du, du), f32x4.mul(dv, dv));
      // Most pixels lie clearly on one side: they need no root.
      if (!v128.any_true(f32x4.gt(square, gone))) {
        storePixels(row + 4 * x, zero, w - x);
        continue;
      }
      let changes = !i32x4.all_true(f32x4.ge(square, whole));
      let keep = one;
      if (changes) {
        const d = f32x4.mul(f32x4.sqrt(square), scale);
        keep = unit(f32x4.mul(f32x4.sub(d, f32x4.splat(similarity)), f32x4.splat(steepness)));
      }
      if (despills) {
        const along = f32x4.add(f32x4.mul(u, f32x4.splat(ku)), f32x4.mul(v, f32x4.splat(kv)));
        const across = f32x4.abs(f32x4.sub(f32x4.mul(u, f32x4.splat(kv)), f32x4.mul(v, f32x4.splat(ku))));
        const excess = f32x4.pmax(zero, f32x4.sub(along, across));
        if (v128.any_true(f32x4.gt(excess, zero))) {
          changes = true;
          const nr = byteOf(f32x4.sub(r, f32x4.mul(excess, red)));
          const ng = byteOf(f32x4.sub(g, f32x4.mul(excess, green)));
          const nb = byteOf(f32x4.sub(b, f32x4.mul(excess, blue)));
          const colour = v128.or(v128.or(nr, i32x4.shl(ng, 8)), i32x4.shl(nb, 16));
          pixels = v128.or(colour, v128.and(pixels, i32x4.splat(<i32>0xff000000)));
        }
      }
      if (changes) storePixels(row + 4 * x, keepPart(pixels, keep, opaque), w - x);
    }
  }
}

/**
 * Removes pixels whose luma (BT.709, 0-1) is in [lowest, highest], in place. Outside this range the alpha increases by
 * `steepness` per unit of luma, as in ffmpeg's lumakey. With `invert` 1, these pixels are kept and the others removed.
 */
export function lumaKey(
  dst: usize, dstStride: i32, w: i32, h: i32, lowest: f32, highest: f32, steepness: f32, invert: bool,
): void {
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      let pixels = v128.load(row + 4 * x);
      if (!v128.any_true(pixels)) continue;
      const opaque = allOpaque(pixels);
      if (!opaque) pixels = straightPixels(pixels);
      const luma = weighted(
        channel(pixels, 0), channel(pixels, 8), channel(pixels, 16),
        <f32>(0.2126 / 255), <f32>(0.7152 / 255), <f32>(0.0722 / 255));
      const below = f32x4.sub(f32x4.splat(lowest), luma);
      const above = f32x4.sub(luma, f32x4.splat(highest));
      let keep = unit(f32x4.mul(f32x4.pmax(below, above), f32x4.splat(steepness)));
      if (invert) keep = f32x4.sub(f32x4.splat(1), keep);
      storePixels(row + 4 * x, keepPart(pixels, keep, opaque), w - x);
    }
  }
}
