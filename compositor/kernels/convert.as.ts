// Between straight-alpha sRGB pixels and planes of BT.709 limited range, 8 bits. Weights are in 65536ths.
import { planarToRgba } from './rgba-convert.as';
import { aroundSite } from './shared/pixel.as';

const YR: i32 = 11966, YG: i32 = 40254, YB: i32 = 4064;
const UR: i32 = -6596, UG: i32 = -22189, UB: i32 = 28785;
const VR: i32 = 28784, VG: i32 = -26145, VB: i32 = -2639;

// One component of four pixels, times their weights.
// @ts-ignore: decorator
@inline
function weighted(pixels: v128, component: i32, weights: v128): v128 {
  return i32x4.dot_i16x8_s(v128.and(i32x4.shr_u(pixels, 8 * component), i32x4.splat(255)), weights);
}

// Two weights of 16 bits for each pair of lanes.
// @ts-ignore: decorator
@inline
function pairOf(low: i32, high: i32): v128 {
  return i32x4.splat((low & 0xffff) | (high << 16));
}

// Values below 65535 divided by 255, rounded down.
// @ts-ignore: decorator
@inline
function by255(values: v128): v128 {
  const more = i32x4.add(values, i32x4.splat(1));
  return i32x4.shr_u(i32x4.add(more, i32x4.shr_u(more, 8)), 8);
}

// @ts-ignore: decorator
@inline
function storeFour(dst: usize, bytes: v128): void {
  v128.store32_lane(dst, i8x16.shuffle(bytes, bytes, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12), 0);
}

// In 65536ths. A weight of green beyond 16 bits: what is missing is green itself, 16 bits further up.
// @ts-ignore: decorator
@inline
function lumaOfFour(pixels: v128): v128 {
  const weights = i16x8(<i16>YR, <i16>(YG - 65536), <i16>YB, 0, <i16>YR, <i16>(YG - 65536), <i16>YB, 0);
  const a = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights);
  const b = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights);
  const sums = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
  const green = i32x4.shl(v128.and(pixels, i32x4.splat(0xff00)), 8);
  return i32x4.add(i32x4.add(sums, green), i32x4.splat(16 << 16));
}

/**
 * Computes the luma of w x h RGBA pixels that are not premultiplied. When `alpha` is not 0, the luma is multiplied by
 * alpha / 255 and rounded, and the alpha is written to that plane.
 */
export function rgbaToLuma(luma: usize, stride: i32, alpha: usize, rgba: usize, w: i32, h: i32): void {
  for (let y = 0; y < h; y++) {
    const row = rgba + y * w * 4, dst = luma + y * stride, dstA = alpha + y * stride;
    let x = 0;
    for (; x + 4 <= w; x += 4) {
      const pixels = v128.load(row + 4 * x);
      const value = lumaOfFour(pixels);
      if (alpha == 0) {
        storeFour(dst + x, i32x4.shr_u(i32x4.add(value, i32x4.splat(32768)), 16));
        continue;
      }
      const a = i32x4.shr_u(pixels, 24);
      storeFour(dst + x, by255(i32x4.shr_u(i32x4.add(i32x4.mul(value, a), i32x4.splat(255 << 15)), 16)));
      storeFour(dstA + x, a);
    }
    for (; x < w; x++) {
      const p = row + 4 * x;
      const value =
        (16 << 16) + YR * <i32>load<u8>(p) + YG * <i32>load<u8>(p, 1) + YB * <i32>load<u8>(p, 2);
      if (alpha == 0) {
        store<u8>(dst + x, (value + 32768) >> 16);
        continue;
      }
      const a = <i32>load<u8>(p, 3);
      store<u8>(dstA + x, a);
      store<u8>(dst + x, <i32>((<i64>value * a + (255 << 15)) / (255 << 16)));
    }
  }
}

// Sums around four sites, weights 1 2 1, of what even and odd columns have; lane 3 of `before` lies left of the first
// site.
// @ts-ignore: decorator
@inline
function around(before: v128, even: v128, odd: v128): v128 {
  return i32x4.add(i32x4.shl(even, 1), i32x4.add(i32x4.shuffle(before, odd, 3, 4, 5, 6), odd));
}

// Weighted sums of three components below 32768.
// @ts-ignore: decorator
@inline
function dotOf(red: v128, green: v128, blue: v128, ofRedGreen: v128, ofBlue: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(v128.or(red, i32x4.shl(green, 16)), ofRedGreen), i32x4.dot_i16x8_s(blue, ofBlue));
}

// One plane at four sites: what it is at an alpha of 255, times alpha. Components are sums of eight products with
// alpha: 20 bits, taken apart to stay within 32. The 65536th part is rounded down first, which changes nothing about
// the whole.
// @ts-ignore: decorator
@inline
function chromaOfFour(red: v128, green: v128, blue: v128, sum: v128, ofRedGreen: v128, ofBlue: v128): v128 {
  const low = i32x4.splat(15);
  const high = dotOf(i32x4.shr_u(red, 4), i32x4.shr_u(green, 4), i32x4.shr_u(blue, 4), ofRedGreen, ofBlue);
  const more = dotOf(v128.and(red, low), v128.and(green, low), v128.and(blue, low), ofRedGreen, ofBlue);
  const colour = i32x4.shr_s(i32x4.add(high, i32x4.shr_s(more, 4)), 12);
  const whole = i32x4.add(i32x4.add(i32x4.shl(sum, 7), i32x4.splat(4 * 255)), colour);
  return by255(i32x4.shr_u(whole, 3));
}

// The sites of a row in fours as long as there are all their columns. Returns how many it did.
function sitesOfRow(dstU: usize, dstV: usize, dstA: usize, a: usize, b: usize, w: i32): i32 {
  const redGreenU = pairOf(UR, UG), blueU = pairOf(UB, 0), redGreenV = pairOf(VR, VG), blueV = pairOf(VB, 0);
  let beforeR = i32x4.splat(0), beforeG = beforeR, beforeB = beforeR, beforeA = beforeR;
  let x = 0;
  for (; 2 * x + 8 <= w; x += 4) {
    const p = a + 8 * x, q = b + 8 * x;
    const p0 = v128.load(p), p1 = v128.load(p, 16), q0 = v128.load(q), q1 = v128.load(q, 16);
    const evenP = i32x4.shuffle(p0, p1, 0, 2, 4, 6), oddP = i32x4.shuffle(p0, p1, 1, 3, 5, 7);
    const evenQ = i32x4.shuffle(q0, q1, 0, 2, 4, 6), oddQ = i32x4.shuffle(q0, q1, 1, 3, 5, 7);
    let alphaEP = i32x4.splat(1), alphaOP = alphaEP, alphaEQ = alphaEP, alphaOQ = alphaEP;
    if (dstA != 0) {
      alphaEP = i32x4.shr_u(evenP, 24);
      alphaOP = i32x4.shr_u(oddP, 24);
      alphaEQ = i32x4.shr_u(evenQ, 24);
      alphaOQ = i32x4.shr_u(oddQ, 24);
    }
    const evenR = i32x4.add(weighted(evenP, 0, alphaEP), weighted(evenQ, 0, alphaEQ));
    const evenG = i32x4.add(weighted(evenP, 1, alphaEP), weighted(evenQ, 1, alphaEQ));
    const evenB = i32x4.add(weighted(evenP, 2, alphaEP), weighted(evenQ, 2, alphaEQ));
    const evenA = i32x4.add(alphaEP, alphaEQ);
    const oddR = i32x4.add(weighted(oddP, 0, alphaOP), weighted(oddQ, 0, alphaOQ));
    const oddG = i32x4.add(weighted(oddP, 1, alphaOP), weighted(oddQ, 1, alphaOQ));
    const oddB = i32x4.add(weighted(oddP, 2, alphaOP), weighted(oddQ, 2, alphaOQ));
    const oddA = i32x4.add(alphaOP, alphaOQ);
    if (x == 0) {
      // The column beyond the left end is the first one.
      beforeR = i32x4.shuffle(evenR, evenR, 0, 0, 0, 0);
      beforeG = i32x4.shuffle(evenG, evenG, 0, 0, 0, 0);
      beforeB = i32x4.shuffle(evenB, evenB, 0, 0, 0, 0);
      beforeA = i32x4.shuffle(evenA, evenA, 0, 0, 0, 0);
    }
    const red = around(beforeR, evenR, oddR), green = around(beforeG, evenG, oddG), blue = around(beforeB, evenB, oddB);
    const sum = around(beforeA, evenA, oddA);
    beforeR = oddR;
    beforeG = oddG;
    beforeB = oddB;
    beforeA = oddA;
    if (dstA != 0) {
      storeFour(dstU + x, chromaOfFour(red, green, blue, sum, redGreenU, blueU));
      storeFour(dstV + x, chromaOfFour(red, green, blue, sum, redGreenV, blueV));
      storeFour(dstA + x, i32x4.shr_u(i32x4.add(sum, i32x4.splat(4)), 3));
    } else {
      const base = i32x4.splat((128 << 19) + (1 << 18));
      storeFour(dstU + x, i32x4.shr_u(i32x4.add(base, dotOf(red, green, blue, redGreenU, blueU)), 19));
      storeFour(dstV + x, i32x4.shr_u(i32x4.add(base, dotOf(red, green, blue, redGreenV, blueV)), 19));
    }
  }
  return x;
}

/**
 * Computes the 4:2:0 chroma of w x h RGBA pixels that are not premultiplied. When `alpha` is not 0, the chroma is
 * multiplied by the alpha of the chroma samples, which is written to that plane. A sample is the mean of two rows, with
 * the weights 1 2 1 around the left luma column. Planes are (w + 1) / 2 x (h + 1) / 2.
 */
export function rgbaToChroma(
  planeU: usize, planeV: usize, stride: i32, alpha: usize, rgba: usize, w: i32, h: i32,
): void {
  const cw = (w + 1) >> 1;
  const ch = (h + 1) >> 1;
  for (let y = 0; y < ch; y++) {
    const a = rgba + 2 * y * w * 4;
    const b = 2 * y + 1 < h ? a + w * 4 : a;
    const row = y * stride;
    const done = sitesOfRow(planeU + row, planeV + row, alpha == 0 ? 0 : alpha + row, a, b, w);
    for (let x = done; x < cw; x++) {
      const middle = 2 * x;
      const left = middle > 0 ? middle - 1 : 0;
      const right = middle + 1 < w ? middle + 1 : middle;
      if (alpha == 0) {
        const at = y * stride + x;
        const red = aroundSite(a, b, left, middle, right, 0);
        const green = aroundSite(a, b, left, middle, right, 1);
        const blue = aroundSite(a, b, left, middle, right, 2);
        // Eight times a weighted mean: 16 bits of weights and 3 of the mean.
        const base: i32 = (128 << 19) + (1 << 18);
        const wideU: i32 = base + UR * red + UG * green + UB * blue;
        const wideV: i32 = base + VR * red + VG * green + VB * blue;
        store<u8>(planeU + at, wideU >> 19);
        store<u8>(planeV + at, wideV >> 19);
        continue;
      }
      let red = 0, green = 0, blue = 0, sum = 0;
      for (let k = 0; k < 6; k++) {
        const column = k % 3 == 0 ? left : k % 3 == 1 ? middle : right;
        const p = (k < 3 ? a : b) + column * 4;
        const weight = (k % 3 == 1 ? 2 : 1) * <i32>load<u8>(p, 3);
        red += weight * <i32>load<u8>(p);
        green += weight * <i32>load<u8>(p, 1);
        blue += weight * <i32>load<u8>(p, 2);
        sum += weight;
      }
      // `sum` is 8 * 255 when opaque; the products stay below 2^43.
      const scale: i64 = 8 * 255;
      const u = (<i64>sum * (128 << 16) + <i64>UR * red + <i64>UG * green + <i64>UB * blue + (scale << 15)) / (scale << 16);
      const v = (<i64>sum * (128 << 16) + <i64>VR * red + <i64>VG * green + <i64>VB * blue + (scale << 15)) / (scale << 16);
      const at = y * stride + x;
      store<u8>(planeU + at, <i32>u);
      store<u8>(planeV + at, <i32>v);
      store<u8>(alpha + at, (sum + 4) >> 3);
    }
  }
}

// @ts-ignore: decorator
@inline
function fullChromaOfFour(pixels: v128, red: i32, green: i32, blue: i32): v128 {
  const weights = i16x8(<i16>red, <i16>green, <i16>blue, 0, <i16>red, <i16>green, <i16>blue, 0);
  const a = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights);
  const b = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights);
  const sums = i32x4.add(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(a, b, 1, 3, 5, 7));
  return i32x4.add(sums, i32x4.splat(128 << 16));
}

// Four samples of a plane in 65536ths, rounded; times alpha where `multiply` says so.
// @ts-ignore: decorator
@inline
function storeFullChroma(dst: usize, value: v128, alpha: v128, multiply: bool): void {
  const byte = multiply
    ? by255(i32x4.shr_u(i32x4.add(i32x4.mul(value, alpha), i32x4.splat(255 << 15)), 16))
    : i32x4.shr_u(i32x4.add(value, i32x4.splat(32768)), 16);
  storeFour(dst, byte);
}

/**
 * Computes the 4:4:4 chroma of w x h RGBA pixels, one sample for each pixel. When `multiply` is not 0, the chroma is
 * multiplied by the pixel's alpha. Planes are w x h.
 */
export function rgbaToFullChroma(
  planeU: usize, planeV: usize, stride: i32, multiply: i32, rgba: usize, w: i32, h: i32,
): void {
  for (let y = 0; y < h; y++) {
    const row = rgba + y * w * 4, dstU = planeU + y * stride, dstV = planeV + y * stride;
    let x = 0;
    for (; x + 4 <= w; x += 4) {
      const pixels = v128.load(row + 4 * x);
      const alpha = i32x4.shr_u(pixels, 24);
      storeFullChroma(dstU + x, fullChromaOfFour(pixels, UR, UG, UB), alpha, multiply != 0);
      storeFullChroma(dstV + x, fullChromaOfFour(pixels, VR, VG, VB), alpha, multiply != 0);
    }
    for (; x < w; x++) {
      const p = row + 4 * x;
      const red = <i32>load<u8>(p), green = <i32>load<u8>(p, 1), blue = <i32>load<u8>(p, 2);
      const u = (128 << 16) + UR * red + UG * green + UB * blue;
      const v = (128 << 16) + VR * red + VG * green + VB * blue;
      // As for four: rounded once as opaque, or once at the end.
      const a = multiply == 0 ? 255 : <i64>load<u8>(p, 3);
      store<u8>(dstU + x, <i32>((<i64>u * a + (255 << 15)) / (255 << 16)));
      store<u8>(dstV + x, <i32>((<i64>v * a + (255 << 15)) / (255 << 16)));
    }
  }
}

/**
 * Converts 4:2:0 planes to opaque RGBA of w x h pixels, rows without gaps. Chroma is interpolated as by `planarToRgba`.
 */
export function yuvToRgba(
  rgba: usize, luma: usize, lumaStride: i32, planeU: usize, planeV: usize, chromaStride: i32, w: i32, h: i32,
): void {
  planarToRgba(rgba, 4 * w, luma, lumaStride, planeU, planeV, chromaStride, 0, 0, w, h, 0, h, 0, 0);
}
