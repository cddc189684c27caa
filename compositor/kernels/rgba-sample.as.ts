// Bilinear sampling of premultiplied RGBA. Positions are indices of pixel centres; weights have 8 bits.
import { storePixels } from './shared/pixel.as';

const TRANSPARENT: i32 = 0, CLAMP: i32 = 1, MIRROR: i32 = 2;

// Where index i of `size` pixels is found, by the edge's rule; -1: nowhere.
function fold(i: i32, size: i32, edge: i32): i32 {
  if (<u32>i < <u32>size) return i;
  if (edge == TRANSPARENT) return -1;
  if (edge == CLAMP) return i < 0 ? 0 : size - 1;
  if (edge == MIRROR) {
    const turn = 2 * size;
    const m = ((i % turn) + turn) % turn;
    return m < size ? m : turn - 1 - m;
  }
  return ((i % size) + size) % size;
}

// @ts-ignore: decorator
@inline
function pixelAt(src: usize, stride: i32, x: i32, y: i32): u32 {
  return x < 0 || y < 0 ? 0 : load<u32>(src + y * stride + x * 4);
}

// One pixel, channels in 32768ths.
// @ts-ignore: decorator
@inline
function mixFour(top: v128, bottom: v128, fx: i32, fy: i32): v128 {
  const upper = i16x8.mul(top, i16x8.splat(<i16>(256 - fy)));
  const lower = i16x8.mul(bottom, i16x8.splat(<i16>fy));
  const column = i16x8.shr_u(i16x8.add(upper, lower), 1);
  const pairs = i8x16.shuffle(column, column, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  return i32x4.dot_i16x8_s(pairs, i32x4.splat((256 - fx) | (fx << 16)));
}

function sampleEdge(src: usize, stride: i32, sw: i32, sh: i32, x: i32, y: i32, fx: i32, fy: i32, edge: i32): v128 {
  const x0 = fold(x, sw, edge), x1 = fold(x + 1, sw, edge);
  const y0 = fold(y, sh, edge), y1 = fold(y + 1, sh, edge);
  const zero = i32x4.splat(0);
  const top = i32x4.replace_lane(
    i32x4.replace_lane(zero, 0, pixelAt(src, stride, x0, y0)), 1, pixelAt(src, stride, x1, y0));
  const bottom = i32x4.replace_lane(
    i32x4.replace_lane(zero, 0, pixelAt(src, stride, x0, y1)), 1, pixelAt(src, stride, x1, y1));
  return mixFour(i16x8.extend_low_i8x16_u(top), i16x8.extend_low_i8x16_u(bottom), fx, fy);
}

// @ts-ignore: decorator
@inline
function sampleAt(src: usize, stride: i32, sw: i32, sh: i32, x: i32, y: i32, fx: i32, fy: i32, edge: i32): v128 {
  if (<u32>x < <u32>(sw - 1) && <u32>y < <u32>(sh - 1)) {
    const p = src + y * stride + x * 4;
    return mixFour(v128.load_ext<u8>(p), v128.load_ext<u8>(p + stride), fx, fy);
  }
  return sampleEdge(src, stride, sw, sh, x, y, fx, fy, edge);
}

// @ts-ignore: decorator
@inline
function storeOne(dst: usize, sum: v128): void {
  const value = i32x4.shr_s(i32x4.add(sum, i32x4.splat(16384)), 15);
  const half = i16x8.narrow_i32x4_s(value, value);
  v128.store32_lane(dst, i8x16.narrow_i16x8_u(half, half), 0);
}

// One pixel whose four neighbours exist, channels in 32768ths. Weights as in `mixFour`, ready for their lanes.
// @ts-ignore: decorator
@inline
function mixInside(p: usize, stride: i32, across: v128, upper: v128, lower: v128): v128 {
  const top = i16x8.mul(v128.load_ext<u8>(p), upper);
  const bottom = i16x8.mul(v128.load_ext<u8>(p + stride), lower);
  const column = i16x8.shr_u(i16x8.add(top, bottom), 1);
  const pairs = i8x16.shuffle(column, column, 0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15);
  return i32x4.dot_i16x8_s(pairs, across);
}

// @ts-ignore: decorator
@inline
function levels(sum: v128): v128 {
  return i32x4.shr_s(i32x4.add(sum, i32x4.splat(16384)), 15);
}

// Four pixels sampled at (xs, ys) and fx, fy 256ths further.
// @ts-ignore: decorator
@inline
function storeFour(
  dst: usize, src: usize, stride: i32, sw: i32, sh: i32, xs: v128, ys: v128, fx: v128, fy: v128, edge: i32,
): void {
  const insideX = i32x4.lt_u(xs, i32x4.splat(sw - 1)), insideY = i32x4.lt_u(ys, i32x4.splat(sh - 1));
  if (!i32x4.all_true(v128.and(insideX, insideY))) {
    if (edge != CLAMP || sw < 2 || sh < 2) {
      storeFourApart(dst, src, stride, sw, sh, xs, ys, fx, fy, edge);
      return;
    }
    fx = v128.bitselect(fx, wholeBeyond(xs), insideX);
    fy = v128.bitselect(fy, wholeBeyond(ys), insideY);
    xs = i32x4.min_s(i32x4.max_s(xs, i32x4.splat(0)), i32x4.splat(sw - 2));
    ys = i32x4.min_s(i32x4.max_s(ys, i32x4.splat(0)), i32x4.splat(sh - 2));
  }
  const places = i32x4.add(i32x4.mul(ys, i32x4.splat(stride)), i32x4.shl(xs, 2));
  const across = i32x4.add(i32x4.sub(i32x4.shl(fx, 16), fx), i32x4.splat(256));
  const lower = v128.or(fy, i32x4.shl(fy, 16));
  const upper = i16x8.sub(i16x8.splat(256), lower);
  const a = mixInside(
    src + i32x4.extract_lane(places, 0), stride, i32x4.shuffle(across, across, 0, 0, 0, 0),
    i32x4.shuffle(upper, upper, 0, 0, 0, 0), i32x4.shuffle(lower, lower, 0, 0, 0, 0));
  const b = mixInside(
    src + i32x4.extract_lane(places, 1), stride, i32x4.shuffle(across, across, 1, 1, 1, 1),
    i32x4.shuffle(upper, upper, 1, 1, 1, 1), i32x4.shuffle(lower, lower, 1, 1, 1, 1));
  const c = mixInside(
    src + i32x4.extract_lane(places, 2), stride, i32x4.shuffle(across, across, 2, 2, 2, 2),
    i32x4.shuffle(upper, upper, 2, 2, 2, 2), i32x4.shuffle(lower, lower, 2, 2, 2, 2));
  const d = mixInside(
    src + i32x4.extract_lane(places, 3), stride, i32x4.shuffle(across, across, 3, 3, 3, 3),
    i32x4.shuffle(upper, upper, 3, 3, 3, 3), i32x4.shuffle(lower, lower, 3, 3, 3, 3));
  const two = i16x8.narrow_i32x4_s(levels(a), levels(b)), others = i16x8.narrow_i32x4_s(levels(c), levels(d));
  v128.store(dst, i8x16.narrow_i16x8_u(two, others));
}

// Beyond a clamped edge: all of the first pixel, or all of the second of the last two.
// @ts-ignore: decorator
@inline
function wholeBeyond(places: v128): v128 {
  return v128.andnot(i32x4.splat(256), i32x4.lt_s(places, i32x4.splat(0)));
}

// The same one by one, where some lie at the edge or beyond it.
function storeFourApart(
  dst: usize, src: usize, stride: i32, sw: i32, sh: i32, xs: v128, ys: v128, fx: v128, fy: v128, edge: i32,
): void {
  if (edge == TRANSPARENT) {
    const one = i32x4.splat(1);
    const nearX = i32x4.lt_u(i32x4.add(xs, one), i32x4.splat(sw + 1));
    const nearY = i32x4.lt_u(i32x4.add(ys, one), i32x4.splat(sh + 1));
    if (!v128.any_true(v128.and(nearX, nearY))) {
      v128.store(dst, i32x4.splat(0));
      return;
    }
  }
  storeOne(dst, sampleAt(
    src, stride, sw, sh, i32x4.extract_lane(xs, 0), i32x4.extract_lane(ys, 0), i32x4.extract_lane(fx, 0),
    i32x4.extract_lane(fy, 0), edge));
  storeOne(dst + 4, sampleAt(
    src, stride, sw, sh, i32x4.extract_lane(xs, 1), i32x4.extract_lane(ys, 1), i32x4.extract_lane(fx, 1),
    i32x4.extract_lane(fy, 1), edge));
  storeOne(dst + 8, sampleAt(
    src, stride, sw, sh, i32x4.extract_lane(xs, 2), i32x4.extract_lane(ys, 2), i32x4.extract_lane(fx, 2),
    i32x4.extract_lane(fy, 2), edge));
  storeOne(dst + 12, sampleAt(
    src, stride, sw, sh, i32x4.extract_lane(xs, 3), i32x4.extract_lane(ys, 3), i32x4.extract_lane(fx, 3),
    i32x4.extract_lane(fy, 3), edge));
}

/**
 * Samples an image along an affine map: dst(x, y) is the mean of nx x ny samples of src around (u0 + x ux + y uy, v0 +
 * x vx + y vy), spread over the area of the pixel. `edge` selects the values beyond the source: 0 transparent, 1 its
 * edge pixels, 2 the mirrored source, 3 the repeated source.
 */
export function affineRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  u0: f64, v0: f64, ux: f64, uy: f64, vx: f64, vy: f64, nx: i32, ny: i32, edge: i32,
): void {
  const one: f64 = 4294967296;
  const stepU = <i64>Math.floor(ux * one + 0.5);
  const stepV = <i64>Math.floor(vx * one + 0.5);
  // Half of a weight's step: positions are rounded to 256ths.
  const half: i64 = 1 << 23;
  const samples = nx * ny;
  const share = f32x4.splat(<f32>(1.0 / (32768.0 * <f64>samples)));
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    if (samples == 1) {
      let u = <i64>Math.floor((u0 + <f64>y * uy) * one) + half;
      let v = <i64>Math.floor((v0 + <f64>y * vy) * one) + half;
      let x = 0;
      let uLow = i64x2.replace_lane(i64x2.splat(u), 1, u + stepU);
      let vLow = i64x2.replace_lane(i64x2.splat(v), 1, v + stepV);
      for (; x + 4 <= w; x += 4) {
        const uHigh = i64x2.add(uLow, i64x2.splat(2 * stepU)), vHigh = i64x2.add(vLow, i64x2.splat(2 * stepV));
        storeFour(
          rowD + 4 * x, src, srcStride, sw, sh, i32x4.shuffle(uLow, uHigh, 1, 3, 5, 7),
          i32x4.shuffle(vLow, vHigh, 1, 3, 5, 7), i32x4.shr_u(i32x4.shuffle(uLow, uHigh, 0, 2, 4, 6), 24),
          i32x4.shr_u(i32x4.shuffle(vLow, vHigh, 0, 2, 4, 6), 24), edge);
        uLow = i64x2.add(uHigh, i64x2.splat(2 * stepU));
        vLow = i64x2.add(vHigh, i64x2.splat(2 * stepV));
      }
      u = i64x2.extract_lane(uLow, 0);
      v = i64x2.extract_lane(vLow, 0);
      for (; x < w; x++) {
        const sum = sampleAt(
          src, srcStride, sw, sh, <i32>(u >> 32), <i32>(v >> 32), <i32>(u >> 24) & 255, <i32>(v >> 24) & 255, edge);
        storeOne(rowD + 4 * x, sum);
        u += stepU;
        v += stepV;
      }
      continue;
    }
    const rowStepU = <i64>Math.floor(uy * one + 0.5), rowStepV = <i64>Math.floor(vy * one + 0.5);
    const acrossU = stepU / nx, acrossV = stepV / nx;
    const downU = rowStepU / ny, downV = rowStepV / ny;
    // The first sample of a pixel, half a pixel less half a sample's share before its middle on both axes.
    let u = <i64>Math.floor((u0 + <f64>y * uy) * one) + half - (acrossU * (nx - 1) + downU * (ny - 1)) / 2;
    let v = <i64>Math.floor((v0 + <f64>y * vy) * one) + half - (acrossV * (nx - 1) + downV * (ny - 1)) / 2;
    for (let x = 0; x < w; x++) {
      let sum = i32x4.splat(0);
      for (let j = 0; j < ny; j++) {
        let su = u + <i64>j * downU;
        let sv = v + <i64>j * downV;
        for (let i = 0; i < nx; i++) {
          sum = i32x4.add(sum, sampleAt(
            src, srcStride, sw, sh, <i32>(su >> 32), <i32>(sv >> 32), <i32>(su >> 24) & 255, <i32>(sv >> 24) & 255,
            edge));
          su += acrossU;
          sv += acrossV;
        }
      }
      u += stepU;
      v += stepV;
      const mean = f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(sum), share), f32x4.splat(0.5));
      const value = i32x4.trunc_sat_f32x4_s(mean);
      const narrow = i16x8.narrow_i32x4_s(value, value);
      v128.store32_lane(rowD + 4 * x, i8x16.narrow_i16x8_u(narrow, narrow), 0);
    }
  }
}

/** Samples a row of `count` pixels at `positions`: pairs (u, v) of 32-bit integers in 256ths of a pixel. */
export function sampleRow(
  dst: usize, count: i32, positions: usize, src: usize, srcStride: i32, sw: i32, sh: i32, edge: i32,
): void {
  const part = i32x4.splat(255);
  let x = 0;
  for (; x + 4 <= count; x += 4) {
    const two = v128.load(positions + 8 * x), others = v128.load(positions + 8 * x, 16);
    const us = i32x4.shuffle(two, others, 0, 2, 4, 6), vs = i32x4.shuffle(two, others, 1, 3, 5, 7);
    storeFour(
      dst + 4 * x, src, srcStride, sw, sh, i32x4.shr_s(us, 8), i32x4.shr_s(vs, 8), v128.and(us, part),
      v128.and(vs, part), edge);
  }
  for (; x < count; x++) {
    const u = load<i32>(positions + 8 * x);
    const v = load<i32>(positions + 8 * x, 4);
    storeOne(dst + 4 * x, sampleAt(src, srcStride, sw, sh, u >> 8, v >> 8, u & 255, v & 255, edge));
  }
}

/**
 * Halves an image: each result is the mean of 2 x 2 pixels. `dst` is (sw + 1) / 2 x (sh + 1) / 2. If a side is odd, its
 * last column or row counts twice.
 */
export function halveRgba(dst: usize, dstStride: i32, src: usize, srcStride: i32, sw: i32, sh: i32): void {
  const two = i16x8.splat(2);
  const w = (sw + 1) >> 1;
  const h = (sh + 1) >> 1;
  for (let y = 0; y < h; y++) {
    const a = src + 2 * y * srcStride;
    const b = 2 * y + 1 < sh ? a + srcStride : a;
    const rowD = dst + y * dstStride;
    let x = 0;
    for (; 2 * x + 8 <= sw; x += 4) {
      const p = v128.load(a + 8 * x), pp = v128.load(a + 8 * x, 16), q = v128.load(b + 8 * x), qq = v128.load(b + 8 * x, 16);
      const evenP = i32x4.shuffle(p, pp, 0, 2, 4, 6), oddP = i32x4.shuffle(p, pp, 1, 3, 5, 7);
      const evenQ = i32x4.shuffle(q, qq, 0, 2, 4, 6), oddQ = i32x4.shuffle(q, qq, 1, 3, 5, 7);
      const low = i16x8.add(
        i16x8.add(i16x8.extend_low_i8x16_u(evenP), i16x8.extend_low_i8x16_u(oddP)),
        i16x8.add(i16x8.extend_low_i8x16_u(evenQ), i16x8.extend_low_i8x16_u(oddQ)));
      const high = i16x8.add(
        i16x8.add(i16x8.extend_high_i8x16_u(evenP), i16x8.extend_high_i8x16_u(oddP)),
        i16x8.add(i16x8.extend_high_i8x16_u(evenQ), i16x8.extend_high_i8x16_u(oddQ)));
      v128.store(rowD + 4 * x, i8x16.narrow_i16x8_u(
        i16x8.shr_u(i16x8.add(low, two), 2), i16x8.shr_u(i16x8.add(high, two), 2)));
    }
    for (; x < w; x++) {
      const left = 8 * x;
      const right = 2 * x + 1 < sw ? left + 4 : left;
      for (let k = 0; k < 4; k++) {
        const sum =
          <i32>load<u8>(a + left + k) + <i32>load<u8>(a + right + k) + <i32>load<u8>(b + left + k) + <i32>load<u8>(b + right + k);
        store<u8>(rowD + 4 * x + k, (sum + 2) >> 2);
      }
    }
  }
}

/**
 * Copies channels from `src` to `dst`: those whose bytes are set in the pixel value `mask`. Each resulting pixel has
 * the larger of the two alphas.
 */
export function takeChannel(dst: usize, dstStride: i32, src: usize, srcStride: i32, w: i32, h: i32, mask: i32): void {
  const channel = i32x4.splat(mask);
  const alpha = i32x4.splat(<i32>0xff000000);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    for (let x = 0; x < w; x += 4) {
      const d = v128.load(rowD + 4 * x), s = v128.load(rowS + 4 * x);
      const out = v128.bitselect(i8x16.max_u(d, s), v128.bitselect(s, d, channel), alpha);
      storePixels(rowD + 4 * x, out, w - x);
    }
  }
}
