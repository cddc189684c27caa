// The blend modes of W3C Compositing 1 that divide or work on all channels at once, four pixels in floating point.
import { allOpaque, storePixels } from './shared/pixel.as';

const COLOR_DODGE: i32 = 6, COLOR_BURN: i32 = 7, SOFT_LIGHT: i32 = 9;
const HUE: i32 = 12, SATURATION: i32 = 13, COLOR: i32 = 14, LUMINOSITY: i32 = 15;

// @ts-ignore: decorator
@inline
function channel(pixels: v128, shift: i32): v128 {
  const bytes = v128.and(i32x4.shr_u(pixels, shift), i32x4.splat(255));
  return f32x4.mul(f32x4.convert_i32x4_s(bytes), f32x4.splat(1.0 / 255.0));
}

// Adding 2^23 rounds to whole numbers, which then are the lowest bits.
// @ts-ignore: decorator
@inline
function bytesOf(value: v128): v128 {
  const rounded = f32x4.add(f32x4.mul(value, f32x4.splat(255)), f32x4.splat(8388608));
  return v128.and(rounded, i32x4.splat(255));
}

// @ts-ignore: decorator
@inline
function lum(r: v128, g: v128, b: v128): v128 {
  return f32x4.add(
    f32x4.add(f32x4.mul(r, f32x4.splat(0.3)), f32x4.mul(g, f32x4.splat(0.59))), f32x4.mul(b, f32x4.splat(0.11)));
}

// @ts-ignore: decorator
@inline
function least(r: v128, g: v128, b: v128): v128 {
  return f32x4.pmin(f32x4.pmin(r, g), b);
}

// @ts-ignore: decorator
@inline
function most(r: v128, g: v128, b: v128): v128 {
  return f32x4.pmax(f32x4.pmax(r, g), b);
}

// Quotients whose divisor may be 0: the numerator is then 0 or the lane is not used.
// @ts-ignore: decorator
@inline
function ratio(a: v128, b: v128): v128 {
  return f32x4.div(a, f32x4.pmax(b, f32x4.splat(1e-9)));
}

// B(b, s) of the separable modes, straight colours.
// @ts-ignore: decorator
@inline
function separable(mode: i32, s: v128, b: v128): v128 {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  // What a quotient of equal numbers may fall short of 1.
  const almost = f32x4.splat(0.99999);
  if (mode == COLOR_DODGE) {
    const out = f32x4.pmin(one, ratio(b, f32x4.sub(one, s)));
    const lit = v128.bitselect(one, out, f32x4.ge(s, almost));
    return v128.bitselect(zero, lit, f32x4.eq(b, zero));
  }
  if (mode == COLOR_BURN) {
    const out = f32x4.sub(one, f32x4.pmin(one, ratio(f32x4.sub(one, b), s)));
    const burnt = v128.bitselect(zero, out, f32x4.le(s, zero));
    return v128.bitselect(one, burnt, f32x4.ge(b, almost));
  }
  const twice = f32x4.sub(f32x4.add(s, s), one);
  const dark = f32x4.add(b, f32x4.mul(twice, f32x4.mul(b, f32x4.sub(one, b))));
  const cubic = f32x4.mul(
    f32x4.add(f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(16), b), f32x4.splat(12)), b), f32x4.splat(4)), b);
  const d = v128.bitselect(cubic, f32x4.sqrt(b), f32x4.le(b, f32x4.splat(0.25)));
  const light = f32x4.add(b, f32x4.mul(twice, f32x4.sub(d, b)));
  return v128.bitselect(dark, light, f32x4.le(s, f32x4.splat(0.5)));
}

// ClipColor: both its steps draw a channel towards the lightness by a factor.
// @ts-ignore: decorator
@inline
function clipFactor(l: v128, n: v128, x: v128): v128 {
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const low = v128.bitselect(ratio(l, f32x4.sub(l, n)), one, f32x4.lt(n, zero));
  const high = v128.bitselect(ratio(f32x4.sub(one, l), f32x4.sub(x, l)), one, f32x4.gt(x, one));
  return f32x4.mul(low, high);
}

// s (1 - ba) + b (1 - sa) + sa ba B; without the first where only the backdrop is drawn on.
// @ts-ignore: decorator
@inline
function mixed(s: v128, sa: v128, b: v128, ba: v128, blended: v128, atop: bool): v128 {
  const one = f32x4.splat(1);
  const below = f32x4.mul(b, f32x4.sub(one, sa));
  const outside = atop ? below : f32x4.add(f32x4.mul(s, f32x4.sub(one, ba)), below);
  return f32x4.add(outside, f32x4.mul(f32x4.mul(sa, ba), blended));
}

// @ts-ignore: decorator
@inline
function blendAll(
  mode: i32, under: usize, underStride: i32, over: usize, overStride: i32, w: i32, h: i32, opacity: f32, atop: bool,
): void {
  const op = f32x4.splat(opacity);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const whole = opacity == 1;
  for (let y = 0; y < h; y++) {
    const rowU = under + y * underStride;
    const rowO = over + y * overStride;
    for (let x = 0; x < w; x += 4) {
      const o = v128.load(rowO + 4 * x);
      if (!v128.any_true(o)) continue;
      const u = v128.load(rowU + 4 * x);
      // Straight colours are what they are where nothing shines through.
      const opaque = whole && allOpaque(v128.and(o, u));
      let sa = one, ba = one;
      let sr = channel(o, 0), sg = channel(o, 8), sb = channel(o, 16);
      const br = channel(u, 0), bg = channel(u, 8), bb = channel(u, 16);
      let s0 = sr, s1 = sg, s2 = sb, b0 = br, b1 = bg, b2 = bb;
      if (!opaque) {
        sa = f32x4.mul(channel(o, 24), op);
        ba = channel(u, 24);
        sr = f32x4.mul(sr, op);
        sg = f32x4.mul(sg, op);
        sb = f32x4.mul(sb, op);
        const overSa = ratio(one, sa), overBa = ratio(one, ba);
        s0 = f32x4.pmin(one, f32x4.mul(sr, overSa));
        s1 = f32x4.pmin(one, f32x4.mul(sg, overSa));
        s2 = f32x4.pmin(one, f32x4.mul(sb, overSa));
        b0 = f32x4.pmin(one, f32x4.mul(br, overBa));
        b1 = f32x4.pmin(one, f32x4.mul(bg, overBa));
        b2 = f32x4.pmin(one, f32x4.mul(bb, overBa));
      }
      let r: v128, g: v128, b: v128;
      if (mode < HUE) {
        r = separable(mode, s0, b0);
        g = separable(mode, s1, b1);
        b = separable(mode, s2, b2);
      } else {
        let light: v128;
        if (mode == HUE || mode == SATURATION) {
          // SetSat: the colour's own range stretched to the other's.
          const hue = mode == HUE;
          const c0 = hue ? s0 : b0, c1 = hue ? s1 : b1, c2 = hue ? s2 : b2;
          const o0 = hue ? b0 : s0, o1 = hue ? b1 : s1, o2 = hue ? b2 : s2;
          const low = least(c0, c1, c2);
          const range = f32x4.sub(most(c0, c1, c2), low);
          const target = f32x4.sub(most(o0, o1, o2), least(o0, o1, o2));
          const stretch = v128.bitselect(ratio(target, range), zero, f32x4.gt(range, f32x4.splat(1e-6)));
          r = f32x4.mul(f32x4.sub(c0, low), stretch);
          g = f32x4.mul(f32x4.sub(c1, low), stretch);
          b = f32x4.mul(f32x4.sub(c2, low), stretch);
          light = lum(b0, b1, b2);
        } else if (mode == COLOR) {
          r = s0; g = s1; b = s2;
          light = lum(b0, b1, b2);
        } else {
          r = b0; g = b1; b = b2;
          light = lum(s0, s1, s2);
        }
        const shift = f32x4.sub(light, lum(r, g, b));
        const low = f32x4.add(least(r, g, b), shift), high = f32x4.add(most(r, g, b), shift);
        r = f32x4.sub(f32x4.add(r, shift), light);
        g = f32x4.sub(f32x4.add(g, shift), light);
        b = f32x4.sub(f32x4.add(b, shift), light);
        if (v128.any_true(v128.or(f32x4.lt(low, zero), f32x4.gt(high, one)))) {
          const factor = clipFactor(light, low, high);
          r = f32x4.mul(r, factor);
          g = f32x4.mul(g, factor);
          b = f32x4.mul(b, factor);
        }
        r = f32x4.add(light, r);
        g = f32x4.add(light, g);
        b = f32x4.add(light, b);
      }
      let alpha = one;
      if (!opaque) {
        if (atop) alpha = ba;
        else alpha = f32x4.sub(f32x4.add(sa, ba), f32x4.mul(sa, ba));
        r = mixed(sr, sa, br, ba, r, atop);
        g = mixed(sg, sa, bg, ba, g, atop);
        b = mixed(sb, sa, bb, ba, b, atop);
      }
      const red = bytesOf(f32x4.pmin(alpha, r));
      const green = bytesOf(f32x4.pmin(alpha, g));
      const blue = bytesOf(f32x4.pmin(alpha, b));
      const pixels = v128.or(
        v128.or(red, i32x4.shl(green, 8)), v128.or(i32x4.shl(blue, 16), i32x4.shl(bytesOf(alpha), 24)));
      storePixels(rowU + 4 * x, pixels, w - x);
    }
  }
}

/**
 * Blends `over`, multiplied by `opacity` (0-1), onto `under` in place, in floating point. `mode`: 6 color-dodge, 7
 * color-burn, 9 soft-light, 12 hue, 13 saturation, 14 color, 15 luminosity. With `atop` the result is limited to the
 * area of `under`, whose alpha does not change.
 */
export function blendExact(
  under: usize, underStride: i32, over: usize, overStride: i32, w: i32, h: i32, opacity: f32, mode: i32, atop: bool,
): void {
  // A loop for each: one that asked again for every pixel would take half as long again.
  switch (mode) {
    case COLOR_DODGE: return blendAll(COLOR_DODGE, under, underStride, over, overStride, w, h, opacity, atop);
    case COLOR_BURN: return blendAll(COLOR_BURN, under, underStride, over, overStride, w, h, opacity, atop);
    case SOFT_LIGHT: return blendAll(SOFT_LIGHT, under, underStride, over, overStride, w, h, opacity, atop);
    case HUE: return blendAll(HUE, under, underStride, over, overStride, w, h, opacity, atop);
    case SATURATION: return blendAll(SATURATION, under, underStride, over, overStride, w, h, opacity, atop);
    case COLOR: return blendAll(COLOR, under, underStride, over, overStride, w, h, opacity, atop);
    default: return blendAll(LUMINOSITY, under, underStride, over, overStride, w, h, opacity, atop);
  }
}
