// Between premultiplied RGBA and planar 4:2:0, BT.709 limited, with or without (premultiplied) alpha planes.
import { aroundSite } from './shared/pixel.as';
import { pairHigh, pairLow } from './shared/lanes.as';

// @ts-ignore: decorator
@inline
function clampByte(value: i32, highest: i32): i32 {
  return value < 0 ? 0 : value > highest ? highest : value;
}

// Eight pixels of one colour: y + sums / 65536, rounded; 76309 = 65536 + 10773.
// @ts-ignore: decorator
@inline
function colourOf(y: v128, low: v128, high: v128): v128 {
  const half = i32x4.splat(32768);
  const sum = i16x8.narrow_i32x4_s(i32x4.shr_s(i32x4.add(low, half), 16), i32x4.shr_s(i32x4.add(high, half), 16));
  return i16x8.add(y, sum);
}

// Chroma samples [i, i + 8) of two rows, weighted 3 to 1.
// @ts-ignore: decorator
@inline
function blendRows(near: usize, far: usize): v128 {
  const n = v128.load_ext<u8>(near);
  return i16x8.add(i16x8.add(n, i16x8.shl(n, 1)), v128.load_ext<u8>(far));
}

// Eight pixels of luma less its zero and eight times the chroma differences.
// @ts-ignore: decorator
@inline
function storeEight(dst: usize, y: v128, u: v128, v: v128, alpha: v128, opaque: bool): void {
  const redWeights = i32x4.splat(10773 | (14686 << 16));
  const blueWeights = i32x4.splat(10773 | (17305 << 16));
  const greenOfU = i32x4.splat(10773 | (-1747 << 16));
  const greenOfV = i32x4.splat(-4366 << 16);
  const yuLow = pairLow(y, u), yuHigh = pairHigh(y, u);
  const yvLow = pairLow(y, v), yvHigh = pairHigh(y, v);
  let red = colourOf(y, i32x4.dot_i16x8_s(yvLow, redWeights), i32x4.dot_i16x8_s(yvHigh, redWeights));
  let blue = colourOf(y, i32x4.dot_i16x8_s(yuLow, blueWeights), i32x4.dot_i16x8_s(yuHigh, blueWeights));
  let green = colourOf(
    y,
    i32x4.add(i32x4.dot_i16x8_s(yuLow, greenOfU), i32x4.dot_i16x8_s(yvLow, greenOfV)),
    i32x4.add(i32x4.dot_i16x8_s(yuHigh, greenOfU), i32x4.dot_i16x8_s(yvHigh, greenOfV)));
  if (!opaque) {
    red = i16x8.min_s(red, alpha);
    green = i16x8.min_s(green, alpha);
    blue = i16x8.min_s(blue, alpha);
  }
  const rb = i8x16.narrow_i16x8_u(red, blue);
  const ga = i8x16.narrow_i16x8_u(green, alpha);
  const rg = i8x16.shuffle(rb, ga, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  const ba = i8x16.shuffle(rb, ga, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  v128.store(dst, i8x16.shuffle(rg, ba, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23));
  v128.store(dst, i8x16.shuffle(rg, ba, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31), 16);
}

// @ts-ignore: decorator
@inline
function around(near: usize, far: usize, left: i32, right: i32): i32 {
  return 3 * (<i32>load<u8>(near + left) + <i32>load<u8>(near + right)) + <i32>load<u8>(far + left) + <i32>load<u8>(far + right);
}

/**
 * Converts the rows [from, to) of 4:2:0 planes of w x h to premultiplied RGBA; `from` is even. Chroma is interpolated
 * between its samples, which are at the left one of two luma columns, between two rows. With `alpha` 0 the result is
 * opaque; otherwise the planes are premultiplied by `alpha` and `chromaAlpha`. If `aboveU` and `aboveV` are not 0, they
 * replace the chroma rows above row `from`, because those may already be overwritten.
 */
export function planarToRgba(
  rgba: usize, rgbaStride: i32, luma: usize, lumaStride: i32, planeU: usize, planeV: usize, chromaStride: i32,
  alpha: usize, chromaAlpha: usize, w: i32, h: i32, from: i32, to: i32, aboveU: usize, aboveV: usize,
): void {
  const cw = (w + 1) >> 1;
  const ch = (h + 1) >> 1;
  const opaque = i16x8.splat(255);
  for (let y = from; y < to; y++) {
    const near = (y >> 1) * chromaStride;
    const other = y & 1 ? (y >> 1) + 1 : (y >> 1) - 1;
    const far = (other < 0 ? 0 : other >= ch ? ch - 1 : other) * chromaStride;
    const isAbove = y == from && aboveU != 0;
    const nearU = planeU + near, nearV = planeV + near;
    const farU = isAbove ? aboveU : planeU + far, farV = isAbove ? aboveV : planeV + far;
    const rowY = luma + y * lumaStride;
    const rowA = alpha + y * lumaStride;
    const rowD = rgba + (y - from) * rgbaStride;
    let x = 0;
    for (; (x >> 1) + 9 <= cw; x += 16) {
      // Where nothing is, colours are not above their alpha: 0.
      if (alpha != 0 && !v128.any_true(v128.load(rowA + x))) {
        const nothing = i32x4.splat(0);
        v128.store(rowD + 4 * x, nothing);
        v128.store(rowD + 4 * x, nothing, 16);
        v128.store(rowD + 4 * x, nothing, 32);
        v128.store(rowD + 4 * x, nothing, 48);
        continue;
      }
      const i = <usize>(x >> 1);
      let zero0 = i16x8.splat(1024), zero1 = zero0;
      let lift0 = i16x8.splat(16), lift1 = lift0;
      let a0 = opaque, a1 = opaque;
      if (alpha != 0) {
        const s0 = blendRows(chromaAlpha + near + i, chromaAlpha + far + i);
        const s1 = blendRows(chromaAlpha + near + i + 1, chromaAlpha + far + i + 1);
        const even = i16x8.shl(s0, 1), odd = i16x8.add(s0, s1);
        zero0 = i16x8.q15mulr_sat_s(pairLow(even, odd), i16x8.splat(16448));
        zero1 = i16x8.q15mulr_sat_s(pairHigh(even, odd), i16x8.splat(16448));
        a0 = v128.load_ext<u8>(rowA + x);
        a1 = v128.load_ext<u8>(rowA + x, 8);
        lift0 = i16x8.q15mulr_sat_s(a0, i16x8.splat(2056));
        lift1 = i16x8.q15mulr_sat_s(a1, i16x8.splat(2056));
      }
      const u0 = blendRows(nearU + i, farU + i);
      const u1 = i16x8.add(u0, blendRows(nearU + i + 1, farU + i + 1));
      const uEven = i16x8.shl(u0, 1);
      const v0 = blendRows(nearV + i, farV + i);
      const v1 = i16x8.add(v0, blendRows(nearV + i + 1, farV + i + 1));
      const vEven = i16x8.shl(v0, 1);
      storeEight(
        rowD + 4 * x, i16x8.sub(v128.load_ext<u8>(rowY + x), lift0),
        i16x8.sub(pairLow(uEven, u1), zero0), i16x8.sub(pairLow(vEven, v1), zero0), a0, alpha == 0);
      storeEight(
        rowD + 4 * x + 32, i16x8.sub(v128.load_ext<u8>(rowY + x, 8), lift1),
        i16x8.sub(pairHigh(uEven, u1), zero1), i16x8.sub(pairHigh(vEven, v1), zero1), a1, alpha == 0);
    }
    for (; x < w; x++) {
      const left = x >> 1;
      const right = x & 1 && left + 1 < cw ? left + 1 : left;
      let a = 255, lift = 16, zero = 1024;
      if (alpha != 0) {
        a = load<u8>(rowA + x);
        lift = (a * 2056 + 16384) >> 15;
        zero = (around(chromaAlpha + near, chromaAlpha + far, left, right) * 16448 + 16384) >> 15;
      }
      const u = around(nearU, farU, left, right) - zero;
      const v = around(nearV, farV, left, right) - zero;
      // u and v are eight times the chroma difference; weights are in 2^16ths, of which 3 bits are in u and v.
      const base = (<i32>load<u8>(rowY + x) - lift) * 76309 + 32768;
      const p = rowD + x * 4;
      store<u8>(p, clampByte((base + 14686 * v) >> 16, a));
      store<u8>(p, clampByte((base - 1747 * u - 4366 * v) >> 16, a), 1);
      store<u8>(p, clampByte((base + 17305 * u) >> 16, a), 2);
      store<u8>(p, a, 3);
    }
  }
}

// Weights in 32768ths; 2056 / 32768 is 16 / 255.
const YR: i32 = 5983, YG: i32 = 20127, YB: i32 = 2032, YA: i32 = 2056;
const UR: i32 = -6596, UG: i32 = -22189, UB: i32 = 28785;
const VR: i32 = 28784, VG: i32 = -26145, VB: i32 = -2639;
// 32896.5 a is 128 a / 255 in 65536ths; what that lacks of 128 at the top (2040 a) is 1024 of 2^19.
const LACK: i32 = 1024;

// One weight a lane of two pixels.
// @ts-ignore: decorator
@inline
function weightLanes(r: i32, g: i32, b: i32, a: i32): v128 {
  const low = (r & 0xffff) | (g << 16);
  const high = (b & 0xffff) | (a << 16);
  return i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(low), 1, high), 3, high);
}

// Luma of two pixels in lanes r g b a, as sums of lanes (0, 1) and (2, 3).
// @ts-ignore: decorator
@inline
function lumaOfFour(first: v128, second: v128, weights: v128, rounding: v128): v128 {
  const a = i32x4.dot_i16x8_s(first, weights);
  const b = i32x4.dot_i16x8_s(second, weights);
  const rg = i8x16.shuffle(a, b, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
  const ba = i8x16.shuffle(a, b, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
  return i32x4.shr_s(i32x4.add(i32x4.add(rg, ba), rounding), 15);
}

// @ts-ignore: decorator
@inline
function lumaOf(pixel: u32, hasAlpha: bool): i32 {
  const sum = YR * <i32>(pixel & 255) + YG * <i32>((pixel >> 8) & 255) + YB * <i32>((pixel >> 16) & 255);
  return (sum + (hasAlpha ? YA * <i32>(pixel >> 24) + 8 : 16 << 15) + 16384) >> 15;
}

// Chroma (u0, u1, v0, v1) of two sites, whose lanes hold eight times their mean r g b a.
// @ts-ignore: decorator
@inline
function chromaOfTwo(site: v128, hasAlpha: bool): v128 {
  const u = i32x4.dot_i16x8_s(site, weightLanes(UR, UG, UB, 0));
  const v = i32x4.dot_i16x8_s(site, weightLanes(VR, VG, VB, 0));
  const first = i8x16.shuffle(u, v, 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27);
  const second = i8x16.shuffle(u, v, 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31);
  let sum = i32x4.add(first, second);
  if (hasAlpha) {
    // Twice the sum of alpha, once for u and once for v, as 32-bit lanes.
    const zero = i16x8.splat(0);
    const a = i8x16.shuffle(site, zero, 6, 7, 16, 16, 14, 15, 16, 16, 6, 7, 16, 16, 14, 15, 16, 16);
    const lifted = i32x4.add(i32x4.add(i32x4.shl(a, 15), i32x4.shl(a, 7)), i32x4.shr_u(a, 1));
    sum = i32x4.add(i32x4.add(sum, lifted), i32x4.splat((1 << 18) + LACK));
  } else {
    sum = i32x4.add(sum, i32x4.splat((128 << 19) + (1 << 18)));
  }
  return i32x4.shr_s(sum, 19);
}

/**
 * Converts w x h premultiplied pixels to 4:2:0 planes. Chroma is the mean of two rows with weights 1 2 1 around the
 * left luma column. With `alpha` 0 the pixels are placed on black, and no alpha is written; otherwise both alpha planes
 * are written.
 */
export function rgbaToPlanar(
  luma: usize, lumaStride: i32, planeU: usize, planeV: usize, chromaStride: i32, alpha: usize, chromaAlpha: usize,
  rgba: usize, rgbaStride: i32, w: i32, h: i32,
): void {
  const hasAlpha = alpha != 0;
  const weights = weightLanes(YR, YG, YB, hasAlpha ? YA : 0);
  const rounding = i32x4.splat(hasAlpha ? 16384 + 8 : (16 << 15) + 16384);
  for (let y = 0; y < h; y += 2) {
    const two = y + 1 < h;
    const rowP = rgba + y * rgbaStride;
    const rowQ = two ? rowP + rgbaStride : rowP;
    const rowY = luma + y * lumaStride;
    const rowZ = two ? rowY + lumaStride : rowY;
    const rowA = alpha + y * lumaStride;
    const rowB = two ? rowA + lumaStride : rowA;
    const rowC = (y >> 1) * chromaStride;
    let x = 0;
    // The pixels left of the first are the first.
    const p0 = v128.load_ext<u8>(rowP);
    const q0 = v128.load_ext<u8>(rowQ);
    const edge = i16x8.add(p0, q0);
    let before = i8x16.shuffle(edge, edge, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    for (; x + 8 <= w; x += 8) {
      const p = v128.load(rowP + 4 * x), pp = v128.load(rowP + 4 * x, 16);
      const q = v128.load(rowQ + 4 * x), qq = v128.load(rowQ + 4 * x, 16);
      const pa = i16x8.extend_low_i8x16_u(p), pb = i16x8.extend_high_i8x16_u(p);
      const pc = i16x8.extend_low_i8x16_u(pp), pd = i16x8.extend_high_i8x16_u(pp);
      const qa = i16x8.extend_low_i8x16_u(q), qb = i16x8.extend_high_i8x16_u(q);
      const qc = i16x8.extend_low_i8x16_u(qq), qd = i16x8.extend_high_i8x16_u(qq);
      const yp = i16x8.narrow_i32x4_s(lumaOfFour(pa, pb, weights, rounding), lumaOfFour(pc, pd, weights, rounding));
      const yq = i16x8.narrow_i32x4_s(lumaOfFour(qa, qb, weights, rounding), lumaOfFour(qc, qd, weights, rounding));
      const yy = i8x16.narrow_i16x8_u(yp, yq);
      v128.store64_lane(rowY + x, yy, 0);
      v128.store64_lane(rowZ + x, yy, 1);
      const sa = i16x8.add(pa, qa), sb = i16x8.add(pb, qb), sc = i16x8.add(pc, qc), sd = i16x8.add(pd, qd);
      // Even pixels are sites, odd ones lie between two.
      const evenLow = i8x16.shuffle(sa, sb, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const oddLow = i8x16.shuffle(sa, sb, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const evenHigh = i8x16.shuffle(sc, sd, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
      const oddHigh = i8x16.shuffle(sc, sd, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31);
      const leftLow = i8x16.shuffle(before, oddLow, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
      const leftHigh = i8x16.shuffle(oddLow, oddHigh, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23);
      before = oddHigh;
      const siteLow = i16x8.add(i16x8.add(evenLow, evenLow), i16x8.add(leftLow, oddLow));
      const siteHigh = i16x8.add(i16x8.add(evenHigh, evenHigh), i16x8.add(leftHigh, oddHigh));
      const uv = i16x8.narrow_i32x4_s(chromaOfTwo(siteLow, hasAlpha), chromaOfTwo(siteHigh, hasAlpha));
      const bytes = i8x16.narrow_i16x8_u(uv, uv);
      const sorted = i8x16.shuffle(bytes, bytes, 0, 1, 4, 5, 2, 3, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0);
      v128.store32_lane(planeU + rowC + (x >> 1), sorted, 0);
      v128.store32_lane(planeV + rowC + (x >> 1), sorted, 1);
      if (hasAlpha) {
        const ap = i8x16.shuffle(p, pp, 3, 7, 11, 15, 19, 23, 27, 31, 0, 0, 0, 0, 0, 0, 0, 0);
        const aq = i8x16.shuffle(q, qq, 3, 7, 11, 15, 19, 23, 27, 31, 0, 0, 0, 0, 0, 0, 0, 0);
        v128.store64_lane(rowA + x, ap, 0);
        v128.store64_lane(rowB + x, aq, 0);
        const four = i16x8.splat(4);
        const ac = i8x16.narrow_i16x8_u(
          i16x8.shr_u(i16x8.add(siteLow, four), 3), i16x8.shr_u(i16x8.add(siteHigh, four), 3));
        v128.store32_lane(
          chromaAlpha + rowC + (x >> 1), i8x16.shuffle(ac, ac, 3, 7, 11, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0);
      }
    }
    for (; x < w; x++) {
      const p = load<u32>(rowP + 4 * x), q = load<u32>(rowQ + 4 * x);
      store<u8>(rowY + x, lumaOf(p, hasAlpha));
      store<u8>(rowZ + x, lumaOf(q, hasAlpha));
      if (hasAlpha) {
        store<u8>(rowA + x, p >> 24);
        store<u8>(rowB + x, q >> 24);
      }
      if (x & 1) continue;
      const left = x > 0 ? x - 1 : 0;
      const right = x + 1 < w ? x + 1 : x;
      const red = aroundSite(rowP, rowQ, left, x, right, 0);
      const green = aroundSite(rowP, rowQ, left, x, right, 1);
      const blue = aroundSite(rowP, rowQ, left, x, right, 2);
      const a = aroundSite(rowP, rowQ, left, x, right, 3);
      const base: i32 = hasAlpha ? (a << 15) + (a << 7) + (a >> 1) + (1 << 18) + LACK : (128 << 19) + (1 << 18);
      const at = rowC + (x >> 1);
      store<u8>(planeU + at, clampByte((base + UR * red + UG * green + UB * blue) >> 19, 255));
      store<u8>(planeV + at, clampByte((base + VR * red + VG * green + VB * blue) >> 19, 255));
      if (hasAlpha) store<u8>(chromaAlpha + at, (a + 4) >> 3);
    }
  }
}
