// Premultiplied RGBA over premultiplied RGBA by the blend modes whose formulas need no division (W3C Compositing 1).
// With s, b, sa, ba the colours and alphas of source and backdrop, the result is s (1 - ba) + b (1 - sa) + T, where T
// is sa ba B(b / ba, s / sa). Sums of products wrap around in 16 bits, but the results fit.
import { allOpaque, alphaOfTwo, over255, storePixels } from './shared/pixel.as';

const NORMAL: i32 = 0, MULTIPLY: i32 = 1, SCREEN: i32 = 2, OVERLAY: i32 = 3, DARKEN: i32 = 4, LIGHTEN: i32 = 5;
const HARD_LIGHT: i32 = 8, DIFFERENCE: i32 = 10, EXCLUSION: i32 = 11, ADD: i32 = 16;

/** Multiplies two pixels by an opacity of 0-256. */
// @ts-ignore: decorator
@inline
function fade(two: v128, opacity: v128): v128 {
  return i16x8.shr_u(i16x8.add(i16x8.mul(two, opacity), i16x8.splat(128)), 8);
}

// Hard light with `top` deciding which half of the formula applies.
// @ts-ignore: decorator
@inline
function lit(top: v128, topAlpha: v128, low: v128, lowAlpha: v128): v128 {
  const product = i16x8.mul(top, low);
  const dark = i16x8.add(product, product);
  const rest = i16x8.mul(i16x8.sub(topAlpha, top), i16x8.sub(lowAlpha, low));
  const light = i16x8.sub(i16x8.mul(topAlpha, lowAlpha), i16x8.add(rest, rest));
  return v128.bitselect(dark, light, i16x8.le_s(i16x8.add(top, top), topAlpha));
}

// T of two pixels.
// @ts-ignore: decorator
@inline
function term(mode: i32, s: v128, sa: v128, b: v128, ba: v128): v128 {
  if (mode == MULTIPLY) return i16x8.mul(s, b);
  if (mode == OVERLAY) return lit(b, ba, s, sa);
  if (mode == HARD_LIGHT) return lit(s, sa, b, ba);
  const sba = i16x8.mul(s, ba);
  const bsa = i16x8.mul(b, sa);
  if (mode == SCREEN) return i16x8.sub(i16x8.add(sba, bsa), i16x8.mul(s, b));
  if (mode == DARKEN) return i16x8.min_u(sba, bsa);
  if (mode == LIGHTEN) return i16x8.max_u(sba, bsa);
  const alphaLanes = i16x8(0, 0, 0, -1, 0, 0, 0, -1);
  if (mode == NORMAL) return sba;
  if (mode == ADD) return i16x8.min_u(i16x8.add_sat_u(sba, bsa), i16x8.mul(sa, ba));
  const shared = mode == DIFFERENCE ? i16x8.min_u(sba, bsa) : i16x8.mul(s, b);
  return v128.bitselect(sba, i16x8.sub(i16x8.add(sba, bsa), i16x8.add(shared, shared)), alphaLanes);
}

// Normal: what shows of `under` and all of `over`.
// @ts-ignore: decorator
@inline
function layTwo(over: v128, under: v128): v128 {
  return i16x8.add(over, over255(i16x8.mul(under, i16x8.sub(i16x8.splat(255), alphaOfTwo(over)))));
}

// @ts-ignore: decorator
@inline
function blendTwo(mode: i32, atop: bool, over: v128, under: v128): v128 {
  if (!atop && mode == NORMAL) return layTwo(over, under);
  if (!atop && mode == ADD) return i16x8.add(over, under);
  const sa = alphaOfTwo(over);
  const full = i16x8.splat(255);
  const ba = alphaOfTwo(under);
  // A colour above its alpha, by a rounding step, must not wrap around.
  const s = i16x8.min_s(over, sa);
  const b = i16x8.min_s(under, ba);
  let outside = i16x8.mul(b, i16x8.sub(full, sa));
  if (!atop) outside = i16x8.add(outside, i16x8.mul(s, i16x8.sub(full, ba)));
  return over255(i16x8.add(outside, term(mode, s, sa, b, ba)));
}

// Two opaque pixels on two opaque ones: nothing lies outside of T.
// @ts-ignore: decorator
@inline
function blendOpaque(mode: i32, over: v128, under: v128): v128 {
  const full = i16x8.splat(255);
  return over255(term(mode, over, full, under, full));
}

// @ts-ignore: decorator
@inline
function blendAll(
  mode: i32, atop: bool, under: usize, underStride: i32, over: usize, overStride: i32, w: i32, h: i32, opacity: i32,
): void {
  const op = i16x8.splat(<i16>opacity);
  const whole = opacity == 256;
  for (let y = 0; y < h; y++) {
    const rowU = under + y * underStride;
    const rowO = over + y * overStride;
    for (let x = 0; x < w; x += 4) {
      const o = v128.load(rowO + 4 * x);
      if (!v128.any_true(o)) continue;
      const u = v128.load(rowU + 4 * x);
      const opaque = whole && allOpaque(v128.and(o, u));
      if (mode == NORMAL && opaque) {
        storePixels(rowU + 4 * x, o, w - x);
        continue;
      }
      let low = i16x8.extend_low_i8x16_u(o);
      let high = i16x8.extend_high_i8x16_u(o);
      const uLow = i16x8.extend_low_i8x16_u(u), uHigh = i16x8.extend_high_i8x16_u(u);
      if (!whole) {
        low = fade(low, op);
        high = fade(high, op);
      }
      if (mode == NORMAL && atop && allOpaque(u)) {
        low = layTwo(i16x8.min_s(low, alphaOfTwo(low)), uLow);
        high = layTwo(i16x8.min_s(high, alphaOfTwo(high)), uHigh);
      } else if (opaque) {
        low = blendOpaque(mode, low, uLow);
        high = blendOpaque(mode, high, uHigh);
      } else {
        low = blendTwo(mode, atop, low, uLow);
        high = blendTwo(mode, atop, high, uHigh);
      }
      storePixels(rowU + 4 * x, i8x16.narrow_i16x8_u(low, high), w - x);
    }
  }
}

/**
 * Blends `over`, multiplied by `opacity` (0-256), onto `under` in place. `mode`: 0 normal, 1 multiply, 2 screen, 3
 * overlay, 4 darken, 5 lighten, 8 hard-light, 10 difference, 11 exclusion, 16 add. The numbers are indices in the
 * document format's list of blend modes. `blendExact` implements the other modes.
 */
export function blendRgba(
  under: usize, underStride: i32, over: usize, overStride: i32, w: i32, h: i32, opacity: i32, mode: i32,
): void {
  switch (mode) {
    case NORMAL: return blendAll(NORMAL, false, under, underStride, over, overStride, w, h, opacity);
    case MULTIPLY: return blendAll(MULTIPLY, false, under, underStride, over, overStride, w, h, opacity);
    case SCREEN: return blendAll(SCREEN, false, under, underStride, over, overStride, w, h, opacity);
    case OVERLAY: return blendAll(OVERLAY, false, under, underStride, over, overStride, w, h, opacity);
    case DARKEN: return blendAll(DARKEN, false, under, underStride, over, overStride, w, h, opacity);
    case LIGHTEN: return blendAll(LIGHTEN, false, under, underStride, over, overStride, w, h, opacity);
    case HARD_LIGHT: return blendAll(HARD_LIGHT, false, under, underStride, over, overStride, w, h, opacity);
    case DIFFERENCE: return blendAll(DIFFERENCE, false, under, underStride, over, overStride, w, h, opacity);
    case EXCLUSION: return blendAll(EXCLUSION, false, under, underStride, over, overStride, w, h, opacity);
    default: return blendAll(ADD, false, under, underStride, over, overStride, w, h, opacity);
  }
}

/** Blends like `blendRgba`, but only inside `under` (source-atop), whose alpha does not change. */
export function blendAtop(
  under: usize, underStride: i32, over: usize, overStride: i32, w: i32, h: i32, opacity: i32, mode: i32,
): void {
  switch (mode) {
    case NORMAL: return blendAll(NORMAL, true, under, underStride, over, overStride, w, h, opacity);
    case MULTIPLY: return blendAll(MULTIPLY, true, under, underStride, over, overStride, w, h, opacity);
    case SCREEN: return blendAll(SCREEN, true, under, underStride, over, overStride, w, h, opacity);
    case OVERLAY: return blendAll(OVERLAY, true, under, underStride, over, overStride, w, h, opacity);
    case DARKEN: return blendAll(DARKEN, true, under, underStride, over, overStride, w, h, opacity);
    case LIGHTEN: return blendAll(LIGHTEN, true, under, underStride, over, overStride, w, h, opacity);
    case HARD_LIGHT: return blendAll(HARD_LIGHT, true, under, underStride, over, overStride, w, h, opacity);
    case DIFFERENCE: return blendAll(DIFFERENCE, true, under, underStride, over, overStride, w, h, opacity);
    case EXCLUSION: return blendAll(EXCLUSION, true, under, underStride, over, overStride, w, h, opacity);
    default: return blendAll(ADD, true, under, underStride, over, overStride, w, h, opacity);
  }
}
