// Separable filters on premultiplied RGBA. Between two passes a pixel is four 16-bit lanes in 64ths of a level
// ("wide"), so that several passes round once.
import { storePixels } from './shared/pixel.as';

// Two pixels in 64ths.
// @ts-ignore: decorator
@inline
function loadTwo(p: usize, wide: bool): v128 {
  return wide ? v128.load(p) : i16x8.shl(v128.load_ext<u8>(p), 6);
}

// The pixels x of the row at `src`, [from, to), as wide pixels; beyond the row its ends (`clamp`) or nothing.
function widenRow(dst: usize, src: usize, sw: i32, from: i32, to: i32, wide: bool, clamp: bool): void {
  const size = wide ? 8 : 4;
  const first = from < 0 ? min(-from, to - from) : 0;
  const inside = max(min(to, sw), from + first);
  let edge = i16x8.splat(0);
  if (clamp) {
    const value = loadTwo(src, wide);
    edge = i64x2.shuffle(value, value, 0, 0);
  }
  let p = dst;
  for (let x = 0; x < first; x++, p += 8) v128.store64_lane(p, edge, 0);
  const start = from + first;
  for (let x = start; x < inside; x += 2) v128.store(dst + <usize>(x - from) * 8, loadTwo(src + <usize>x * size, wide));
  if (inside < to) {
    edge = i16x8.splat(0);
    if (clamp) {
      const value = loadTwo(src + <usize>(sw - 1) * size, wide);
      edge = i64x2.shuffle(value, value, 0, 0);
    }
    for (let x = inside; x < to; x++) v128.store64_lane(dst + <usize>(x - from) * 8, edge, 0);
  }
}

// @ts-ignore: decorator
@inline
function tap(sum: v128, a: v128, b: v128, weight: v128): v128 {
  return i16x8.add(sum, i16x8.q15mulr_sat_s(i16x8.add(a, b), weight));
}

// Eight pixels at `dst`: the middle of the weighed sums of pairs of rows (or of shifted pixels of a row).
// @ts-ignore: decorator
@inline
function middleOf(p: usize, weight: v128, odd: i32): v128 {
  return odd ? i16x8.q15mulr_sat_s(v128.load(p), weight) : i16x8.splat(0);
}

// A row filtered along x: symmetric taps, one pixel of the source a pixel. Writes whole groups of eight pixels.
function filterRow(dst: usize, src: usize, w: i32, weights: usize, taps: i32): void {
  const pairs = taps >> 1;
  const odd = taps & 1;
  const middle = v128.load(weights + 16 * pairs);
  for (let x = 0; x < w; x += 8) {
    let near = src + 8 * <usize>x;
    const centre = near + 8 * <usize>pairs;
    let far = near + 8 * <usize>(taps - 1);
    let s0 = middleOf(centre, middle, odd), s1 = middleOf(centre + 16, middle, odd);
    let s2 = middleOf(centre + 32, middle, odd), s3 = middleOf(centre + 48, middle, odd);
    for (let k = 0; k < pairs; k++) {
      const weight = v128.load(weights + 16 * k);
      s0 = tap(s0, v128.load(near), v128.load(far), weight);
      s1 = tap(s1, v128.load(near, 16), v128.load(far, 16), weight);
      s2 = tap(s2, v128.load(near, 32), v128.load(far, 32), weight);
      s3 = tap(s3, v128.load(near, 48), v128.load(far, 48), weight);
      near += 8;
      far -= 8;
    }
    const out = dst + 8 * <usize>x;
    v128.store(out, s0);
    v128.store(out, s1, 16);
    v128.store(out, s2, 32);
    v128.store(out, s3, 48);
  }
}

// Every second pixel, four symmetric taps.
function halveRow(dst: usize, src: usize, w: i32, weights: usize): void {
  const outer = v128.load(weights);
  const inner = v128.load(weights + 16);
  for (let x = 0; x < w; x += 2) {
    const p = src + <usize>x * 16;
    // Pixels 0-5: the results lie around 1.5 and 3.5.
    const a = v128.load(p), b = v128.load(p, 16), c = v128.load(p, 32);
    const first = i64x2.shuffle(a, b, 0, 2), second = i64x2.shuffle(a, b, 1, 3);
    const third = i64x2.shuffle(b, c, 0, 2), fourth = i64x2.shuffle(b, c, 1, 3);
    v128.store(dst + 8 * <usize>x, tap(i16x8.q15mulr_sat_s(i16x8.add(first, fourth), outer), second, third, inner));
  }
}

// Eight pixels at x of the rows listed at `rows`, into `dst`.
function filterColumns(dst: usize, rows: usize, x: i32, weights: usize, taps: i32): void {
  const pairs = taps >> 1;
  const odd = taps & 1;
  const p = <usize>x * 8;
  const middle = v128.load(weights + 16 * pairs);
  const centre = <usize>load<u32>(rows + 4 * pairs) + p;
  let s0 = middleOf(centre, middle, odd), s1 = middleOf(centre + 16, middle, odd);
  let s2 = middleOf(centre + 32, middle, odd), s3 = middleOf(centre + 48, middle, odd);
  for (let k = 0; k < pairs; k++) {
    const a = <usize>load<u32>(rows + 4 * k) + p;
    const b = <usize>load<u32>(rows + 4 * (taps - 1 - k)) + p;
    const weight = v128.load(weights + 16 * k);
    s0 = tap(s0, v128.load(a), v128.load(b), weight);
    s1 = tap(s1, v128.load(a, 16), v128.load(b, 16), weight);
    s2 = tap(s2, v128.load(a, 32), v128.load(b, 32), weight);
    s3 = tap(s3, v128.load(a, 48), v128.load(b, 48), weight);
  }
  v128.store(dst, s0);
  v128.store(dst, s1, 16);
  v128.store(dst, s2, 32);
  v128.store(dst, s3, 48);
}

// @ts-ignore: decorator
@inline
function bytesOf(wide: usize): v128 {
  const half = i16x8.splat(32);
  return i8x16.narrow_i16x8_u(
    i16x8.shr_s(i16x8.add(v128.load(wide), half), 6), i16x8.shr_s(i16x8.add(v128.load(wide, 16), half), 6));
}

// A wide row as bytes.
function narrowRow(dst: usize, src: usize, w: i32): void {
  for (let x = 0; x < w; x += 4) storePixels(dst + 4 * x, bytesOf(src + 8 * x), w - x);
}

/** Returns the size of the scratch memory that `firRgba` needs, in bytes. */
export function firScratchSize(dw: i32, stepX: i32, tapsX: i32, tapsY: i32): i32 {
  return (dw * stepX + tapsX + 32) * 8 + (tapsY + 1) * (dw + 16) * 8 + tapsY * 8 + 64;
}

/**
 * Applies a separable filter: dst(x, y) = sum over j, i of wy[j] wx[i] src(ox + x stepX + i, oy + y stepY + j). Weights
 * are in 32768ths and symmetric: only the first (taps + 1) / 2 are passed, each repeated eight times. A single tap
 * copies. Beyond the source, its edge pixels are repeated (`clamp` 1), or pixels are transparent. With `wideIn` and
 * `wideOut`, pixels have 16-bit channels in 64ths of a level instead of bytes. Steps are 1, or 2 with four taps.
 */
export function firRgba(
  dst: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32, ox: i32, oy: i32,
  weightsX: usize, tapsX: i32, stepX: i32, weightsY: usize, tapsY: i32, stepY: i32,
  wideIn: bool, wideOut: bool, clamp: bool, scratch: usize,
): void {
  const padded = scratch;
  const ring = padded + <usize>(dw * stepX + tapsX + 32) * 8;
  const ringStride = <usize>(dw + 16) * 8;
  const sums = ring + <usize>tapsY * ringStride;
  const rows = sums + ringStride;
  let made = oy;
  for (let y = 0; y < dh; y++) {
    const top = oy + y * stepY;
    if (made < top) made = top;
    for (; made < top + tapsY; made++) {
      const slot = ring + <usize>((made - oy) % tapsY) * ringStride;
      const outside = made < 0 || made >= sh;
      if (outside && !clamp) {
        memory.fill(slot, 0, ringStride);
        continue;
      }
      const line = made < 0 ? 0 : made >= sh ? sh - 1 : made;
      if (tapsX == 1) {
        widenRow(slot, src + line * srcStride, sw, ox, ox + dw, wideIn, clamp);
        continue;
      }
      widenRow(padded, src + line * srcStride, sw, ox, ox + (dw - 1) * stepX + tapsX, wideIn, clamp);
      if (stepX == 1) filterRow(slot, padded, dw, weightsX, tapsX);
      else halveRow(slot, padded, dw, weightsX);
    }
    for (let j = 0; j < tapsY; j++) store<u32>(rows + 4 * j, <u32>(ring + <usize>((top + j - oy) % tapsY) * ringStride));
    let row = <usize>load<u32>(rows);
    if (tapsY > 1) {
      row = sums;
      for (let x = 0; x < dw; x += 8) filterColumns(sums + 8 * x, rows, x, weightsY, tapsY);
    }
    const rowD = dst + y * dstStride;
    if (wideOut) memory.copy(rowD, row, 8 * dw);
    else narrowRow(rowD, row, dw);
  }
}

/** Returns the size of the scratch memory that `doubleRgba` needs, in bytes. */
export function doubleScratchSize(dw: i32): i32 {
  return (dw + 8) * 8;
}

// @ts-ignore: decorator
@inline
function threeToOne(near: v128, far: v128): v128 {
  const three = i16x8.add(near, i16x8.add(near, near));
  return i16x8.shr_u(i16x8.add(i16x8.add(three, far), i16x8.splat(2)), 2);
}

// @ts-ignore: decorator
@inline
function storeWide(dst: usize, two: v128, count: i32): void {
  if (count >= 2) v128.store(dst, two);
  else if (count == 1) v128.store64_lane(dst, two, 0);
}

/**
 * Doubles the size of an image along x, y or both. Channels of the source have 16 bits, in 64ths of a level. A result
 * between two source pixels is 3/4 of the nearer and 1/4 of the farther one. (ox, oy) is the position of the first
 * result in the doubled image; ox is even when x is doubled. The source must have one more pixel on each side than the
 * results cover.
 */
export function doubleRgba(
  dst: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, ox: i32, oy: i32,
  doubleX: bool, doubleY: bool, wideOut: bool, scratch: usize,
): void {
  const half = i16x8.splat(32);
  const first = doubleX ? (ox >> 1) - 1 : ox;
  const count = doubleX ? ((dw + 1) >> 1) + 2 : dw;
  for (let y = 0; y < dh; y++) {
    const at = oy + y;
    const line = doubleY ? at >> 1 : at;
    const near = src + line * srcStride + first * 8;
    let row = near;
    if (doubleY) {
      const far = at & 1 ? near + srcStride : near - srcStride;
      for (let x = 0; x < count; x += 2) v128.store(scratch + 8 * x, threeToOne(v128.load(near + 8 * x), v128.load(far + 8 * x)));
      row = scratch;
    }
    const rowD = dst + y * dstStride;
    for (let x = 0; x < dw; x += 4) {
      let a: v128, b: v128;
      if (doubleX) {
        // Pixels i - 1, i, i + 1 of two neighbours i: each gives a left and a right result.
        const p = row + <usize>(x >> 1) * 8;
        const middle = v128.load(p, 8);
        const left = threeToOne(middle, v128.load(p));
        const right = threeToOne(middle, v128.load(p, 16));
        a = i64x2.shuffle(left, right, 0, 2);
        b = i64x2.shuffle(left, right, 1, 3);
      } else {
        a = v128.load(row + 8 * x);
        b = v128.load(row + 8 * x, 16);
      }
      if (wideOut) {
        storeWide(rowD + 8 * x, a, dw - x);
        storeWide(rowD + 8 * x + 16, b, dw - x - 2);
        continue;
      }
      a = i16x8.shr_u(i16x8.add(a, half), 6);
      b = i16x8.shr_u(i16x8.add(b, half), 6);
      storePixels(rowD + 4 * x, i8x16.narrow_i16x8_u(a, b), dw - x);
    }
  }
}
