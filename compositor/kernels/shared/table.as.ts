// Tetrahedral interpolation in a three-dimensional table. An entry is four 16-bit lanes in 64ths of a level; entry (r,
// g, b) is number (b * size + g) * size + r. One entry more than the last one's neighbours above must be there to be
// read.
import { pairHigh, pairLow } from './lanes.as';

// One pixel: the corners of its tetrahedron by address, their weights as pairs of lanes.
// @ts-ignore: decorator
@inline
function mixCorners(p0: usize, pA: usize, pB: usize, last: usize, weights0A: v128, weightsB1: v128): v128 {
  const first = pairLow(v128.load64_zero(p0), v128.load64_zero(pA));
  const second = pairLow(v128.load64_zero(pB), v128.load64_zero(p0 + last));
  const sum = i32x4.add(i32x4.dot_i16x8_s(first, weights0A), i32x4.dot_i16x8_s(second, weightsB1));
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(8192)), 14);
}

// @ts-ignore: decorator
@inline
function fourPixels(base: v128, atA: v128, atB: v128, last: usize, weights0A: v128, weightsB1: v128): v128 {
  const c0 = mixCorners(
    i32x4.extract_lane(base, 0), i32x4.extract_lane(atA, 0), i32x4.extract_lane(atB, 0), last,
    i32x4.shuffle(weights0A, weights0A, 0, 0, 0, 0), i32x4.shuffle(weightsB1, weightsB1, 0, 0, 0, 0));
  const c1 = mixCorners(
    i32x4.extract_lane(base, 1), i32x4.extract_lane(atA, 1), i32x4.extract_lane(atB, 1), last,
    i32x4.shuffle(weights0A, weights0A, 1, 1, 1, 1), i32x4.shuffle(weightsB1, weightsB1, 1, 1, 1, 1));
  const c2 = mixCorners(
    i32x4.extract_lane(base, 2), i32x4.extract_lane(atA, 2), i32x4.extract_lane(atB, 2), last,
    i32x4.shuffle(weights0A, weights0A, 2, 2, 2, 2), i32x4.shuffle(weightsB1, weightsB1, 2, 2, 2, 2));
  const c3 = mixCorners(
    i32x4.extract_lane(base, 3), i32x4.extract_lane(atA, 3), i32x4.extract_lane(atB, 3), last,
    i32x4.shuffle(weights0A, weights0A, 3, 3, 3, 3), i32x4.shuffle(weightsB1, weightsB1, 3, 3, 3, 3));
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(c0, c1), i16x8.narrow_i32x4_s(c2, c3));
}

/**
 * Looks up eight colours in a three-dimensional table with `size` points in each dimension, and stores four bytes for
 * each colour. r, g and b are positions in the table in 256ths of a cell, as 16-bit lanes.
 */
// @ts-ignore: decorator
@inline
export function storeEightOfTable(dst: usize, r: v128, g: v128, b: v128, table: usize, size: i32): void {
  const fraction = i16x8.splat(255);
  const strideG = i16x8.splat(<i16>size);
  const strideB = i16x8.splat(<i16>(size * size));
  const strideR = i16x8.splat(1);
  const total = i16x8.splat(<i16>(1 + size + size * size));
  const last = <usize>(1 + size + size * size) * 8;
  const strideRG = i32x4.splat(1 | (size << 16));
  const strideB0 = i32x4.splat(size * size);
  const zero = i16x8.splat(0);
  const origin = i32x4.splat(<i32>table);
  const ir = i16x8.shr_u(r, 8), ig = i16x8.shr_u(g, 8), ib = i16x8.shr_u(b, 8);
  const fr = v128.and(r, fraction), fg = v128.and(g, fraction), fb = v128.and(b, fraction);
  const baseLow = i32x4.add(
    i32x4.dot_i16x8_s(pairLow(ir, ig), strideRG), i32x4.dot_i16x8_s(pairLow(ib, zero), strideB0));
  const baseHigh = i32x4.add(
    i32x4.dot_i16x8_s(pairHigh(ir, ig), strideRG), i32x4.dot_i16x8_s(pairHigh(ib, zero), strideB0));
  const most = i16x8.max_s(i16x8.max_s(fr, fg), fb);
  const least = i16x8.min_s(i16x8.min_s(fr, fg), fb);
  const middle = i16x8.sub(i16x8.add(i16x8.add(fr, fg), fb), i16x8.add(most, least));
  // From the cell's corner along the largest fraction's axis to A, then along the middle one's to B.
  const toA = v128.bitselect(
    strideR, v128.bitselect(strideG, strideB, i16x8.ge_s(fg, fb)), i16x8.eq(fr, most));
  const lastAxis = v128.bitselect(
    strideB, v128.bitselect(strideG, strideR, i16x8.le_s(fg, fr)), i16x8.eq(fb, least));
  const toB = i16x8.sub(total, lastAxis);
  const w0 = i16x8.sub(i16x8.splat(256), most), wA = i16x8.sub(most, middle), wB = i16x8.sub(middle, least);
  const atA0 = i32x4.add(baseLow, i32x4.extend_low_i16x8_u(toA));
  const atA1 = i32x4.add(baseHigh, i32x4.extend_high_i16x8_u(toA));
  const atB0 = i32x4.add(baseLow, i32x4.extend_low_i16x8_u(toB));
  const atB1 = i32x4.add(baseHigh, i32x4.extend_high_i16x8_u(toB));
  v128.store(dst, fourPixels(
    i32x4.add(origin, i32x4.shl(baseLow, 3)), i32x4.add(origin, i32x4.shl(atA0, 3)),
    i32x4.add(origin, i32x4.shl(atB0, 3)), last, pairLow(w0, wA), pairLow(wB, least)));
  v128.store(dst, fourPixels(
    i32x4.add(origin, i32x4.shl(baseHigh, 3)), i32x4.add(origin, i32x4.shl(atA1, 3)),
    i32x4.add(origin, i32x4.shl(atB1, 3)), last, pairHigh(w0, wA), pairHigh(wB, least)), 16);
}
