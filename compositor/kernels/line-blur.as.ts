// A short blur along a line: the sum of pixels at fixed places.
import { pairHigh, pairLow } from './shared/lanes.as';
import { storePixels } from './shared/pixel.as';
import { slantRow } from './shared/slant.as';

// One byte each of two vectors in turns, the first two pixels and the last two: 16-bit pairs of four pixels.
// @ts-ignore: decorator
@inline
function pairsLow(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

// @ts-ignore: decorator
@inline
function pairsHigh(a: v128, b: v128): v128 {
  return i8x16.shuffle(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}

/**
 * Computes a weighted sum of pixels at fixed offsets: dst(x, y) = sum of weight times src at (x, y) plus an offset,
 * over `count` pairs. Each pair takes 12 bytes at `pairs`: two offsets in bytes (32 bits each) and two weights (16 bits
 * each, in 32768ths). All source pixels that are read must exist.
 */
export function scatterRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, pairs: usize, count: i32,
): void {
  const half = i32x4.splat(1 << 14);
  const end = pairs + 12 * count;
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    for (let x = 0; x < w; x += 8) {
      const p = rowS + 4 * <usize>x;
      let s0 = half, s1 = half, s2 = half, s3 = half, s4 = half, s5 = half, s6 = half, s7 = half;
      for (let pair = pairs; pair < end; pair += 12) {
        const q = p + load<i32>(pair), r = p + load<i32>(pair, 4);
        const weights = v128.load32_splat(pair, 8);
        const a = v128.load(q), b = v128.load(r), c = v128.load(q, 16), d = v128.load(r, 16);
        const low = pairsLow(a, b), high = pairsHigh(a, b), low2 = pairsLow(c, d), high2 = pairsHigh(c, d);
        s0 = i32x4.add(s0, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low), weights));
        s1 = i32x4.add(s1, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low), weights));
        s2 = i32x4.add(s2, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high), weights));
        s3 = i32x4.add(s3, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high), weights));
        s4 = i32x4.add(s4, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(low2), weights));
        s5 = i32x4.add(s5, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(low2), weights));
        s6 = i32x4.add(s6, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(high2), weights));
        s7 = i32x4.add(s7, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(high2), weights));
      }
      storePixels(rowD + 4 * x, fourOf(s0, s1, s2, s3), w - x);
      if (x + 4 < w) storePixels(rowD + 4 * x + 16, fourOf(s4, s5, s6, s7), w - x - 4);
    }
  }
}

// @ts-ignore: decorator
@inline
function fourOf(a: v128, b: v128, c: v128, d: v128): v128 {
  return i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(i32x4.shr_s(a, 15), i32x4.shr_s(b, 15)),
    i16x8.narrow_i32x4_s(i32x4.shr_s(c, 15), i32x4.shr_s(d, 15)));
}

// The mean along a steep line of any length, by sums that slide down the rows.

// Lines that lean less cross so few places between pixels that they have to be closer together.
const leaning: f64 = 0.2;

// Lines are counted by the pixel where they cross the box's first row: set 0 crosses it in the pixels' middles, further
// sets at equal distances between them. A row of a set holds `count` pixels: bytes as they are sampled, 16-bit lanes as
// sums.

// How far a row reaches beyond the result, to both sides.
// @ts-ignore: decorator
@inline
function reachOf(slope: f64, rows: i32): i32 {
  return <i32>Math.ceil(abs(slope) * <f64>(rows + 1)) + 2;
}

// @ts-ignore: decorator
@inline
function countOf(w: i32, slope: f64, rows: i32): i32 {
  return (w + 2 * reachOf(slope, rows) + 3) & ~3;
}

// How far right of its number a line crosses row y, in 256ths.
// @ts-ignore: decorator
@inline
function shiftOf(slope: f64, y: i32): i32 {
  return <i32>Math.floor(slope * <f64>y * 256 + 0.5);
}

// @ts-ignore: decorator
@inline
function linesOf(w: i32, h: i32, slope: f64, rows: i32): i32 {
  return countOf(w, slope, rows) + <i32>Math.ceil(abs(slope) * <f64>(h + 2 * rows + 2)) + 8;
}

// What lies between two lines is mixed from both, which is softer than either: a power of two a pixel.
// @ts-ignore: decorator
@inline
function setsOf(slope: f64): i32 {
  return abs(slope) < leaning ? 4 : 2;
}

/** Returns the size of the scratch memory that `slideRgba` needs, in bytes. */
export function slideScratchSize(w: i32, h: i32, slope: f64, rows: i32): i32 {
  return setsOf(slope) * (8 * linesOf(w, h, slope, rows) + 4 * (2 * rows + 3) * (countOf(w, slope, rows) + 4));
}

/**
 * Blurs along a line: dst(x, y) is the mean of src along the line through (x, y) that moves `slope` (-1 to 1) pixels to
 * the right in each row. The mean includes `rows` (at most 128) whole rows above and below, and the fraction `end`
 * (0-1) of the next row on each side. `top` is the index of dst's first row in the box. The source must extend by rows
 * + 1 rows above and below, and on both sides by |slope| times as many columns plus 7.
 */
export function slideRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, top: i32, slope: f64, rows: i32, end: f64,
  scratch: usize,
): void {
  const reach = reachOf(slope, rows);
  const count = countOf(w, slope, rows);
  const lines = linesOf(w, h, slope, rows);
  const kept = 2 * rows + 3;
  const rowSize = 4 * (count + 4);
  const firstShift = shiftOf(slope, top - rows - 1), lastShift = shiftOf(slope, top + h + rows);
  const firstLine = -reach - max(firstShift >> 8, lastShift >> 8);
  const sets = firstShift == 0 && lastShift == 0 ? 1 : setsOf(slope);
  const ring = scratch + 8 * sets * lines;
  memory.fill(scratch, 0, 8 * sets * lines);
  const length = <f64>(2 * rows + 1) + 2 * end;
  const bits = min(22, <i32>Math.floor(Math.log2(32767 * length)));
  const unit = <f64>(1 << bits) / (256 * length);
  for (let row = -rows - 1; row <= h + rows; row++) {
    const y = row - rows - 1;
    const shift = shiftOf(slope, top + row), endedShift = shiftOf(slope, top + y - rows - 1);
    const slot = ring + sets * rowSize * ((row + rows + 1) % kept);
    const added = ring + sets * rowSize * ((row + rows) % kept);
    const ended = ring + sets * rowSize * (y % kept);
    const addedLine = -reach - (shiftOf(slope, top + row - 1) >> 8) - firstLine;
    const endedLine = -reach - (endedShift >> 8) - firstLine;
    for (let set = 0; set < sets; set++) {
      const part = (shift & 255) + (256 * set) / sets;
      slantRow(slot + set * rowSize, src + row * srcStride + 4 * ((part >> 8) - reach), count, part & 255, abs(slope));
      // Sums hold what lies between the two rows at the ends.
      const sums = scratch + 8 * set * lines;
      if (row > -rows) addRow(sums + 8 * addedLine, added + set * rowSize, count);
      if (y > 0) subtractRow(sums + 8 * endedLine, ended + set * rowSize, count);
    }
    if (y < 0) continue;
    // The line through this pixel lies between two of the lines.
    const place = -sets * shiftOf(slope, top + y);
    const share = <f64>(place & 255) * unit;
    const number = place >> 8;
    const before = number & (sets - 1), after = (number + 1) & (sets - 1);
    const line = (number - before) / sets, next = (number + 1 - after) / sets;
    const above = ended + 4 * (reach + (endedShift >> 8)), below = slot + 4 * (reach + (shift >> 8));
    meanRow(
      dst + y * dstStride, w,
      scratch + 8 * (before * lines + line - firstLine), scratch + 8 * (after * lines + next - firstLine),
      above + before * rowSize + 4 * line, above + after * rowSize + 4 * next,
      below + before * rowSize + 4 * line, below + after * rowSize + 4 * next,
      weightsOf(256 * unit - share, share), weightsOf((256 * unit - share) * end, share * end), bits);
  }
}

// @ts-ignore: decorator
@inline
function weightsOf(first: f64, second: f64): v128 {
  return i32x4.splat(<i32>Math.floor(first + 0.5) | (<i32>Math.floor(second + 0.5) << 16));
}

function addRow(sums: usize, row: usize, count: i32): void {
  for (let x = 0; x < count; x += 4) {
    const s = sums + 8 * x, p = row + 4 * x;
    v128.store(s, i16x8.add(v128.load(s), v128.load_ext<u8>(p)));
    v128.store(s, i16x8.add(v128.load(s, 16), v128.load_ext<u8>(p, 8)), 16);
  }
}

function subtractRow(sums: usize, row: usize, count: i32): void {
  for (let x = 0; x < count; x += 4) {
    const s = sums + 8 * x, p = row + 4 * x;
    v128.store(s, i16x8.sub(v128.load(s), v128.load_ext<u8>(p)));
    v128.store(s, i16x8.sub(v128.load(s, 16), v128.load_ext<u8>(p, 8)), 16);
  }
}

// A row of the result between a line A and the next one, B. Sums are unsigned, products are not: 2^15 less in, as much
// back at the end.
function meanRow(
  dst: usize, w: i32, sumsA: usize, sumsB: usize, aboveA: usize, aboveB: usize, belowA: usize, belowB: usize,
  weights: v128, ends: v128, bits: i32,
): void {
  const sign = i16x8.splat(<i16>0x8000);
  const whole = i32x4.dot_i16x8_s(weights, i16x8.splat(1));
  const round = i32x4.add(i32x4.shl(whole, 15), i32x4.splat(1 << (bits - 1)));
  for (let x = 0; x < w; x += 4) {
    const p = 4 * x;
    const a0 = v128.xor(v128.load(sumsA + 2 * p), sign), b0 = v128.xor(v128.load(sumsB + 2 * p), sign);
    const a1 = v128.xor(v128.load(sumsA + 2 * p, 16), sign), b1 = v128.xor(v128.load(sumsB + 2 * p, 16), sign);
    const a2 = i16x8.add(v128.load_ext<u8>(aboveA + p), v128.load_ext<u8>(belowA + p));
    const a3 = i16x8.add(v128.load_ext<u8>(aboveA + p, 8), v128.load_ext<u8>(belowA + p, 8));
    const b2 = i16x8.add(v128.load_ext<u8>(aboveB + p), v128.load_ext<u8>(belowB + p));
    const b3 = i16x8.add(v128.load_ext<u8>(aboveB + p, 8), v128.load_ext<u8>(belowB + p, 8));
    const low = i16x8.narrow_i32x4_s(
      mean(pairLow(a0, b0), pairLow(a2, b2), weights, ends, round, bits),
      mean(pairHigh(a0, b0), pairHigh(a2, b2), weights, ends, round, bits));
    const high = i16x8.narrow_i32x4_s(
      mean(pairLow(a1, b1), pairLow(a3, b3), weights, ends, round, bits),
      mean(pairHigh(a1, b1), pairHigh(a3, b3), weights, ends, round, bits));
    storePixels(dst + p, i8x16.narrow_i16x8_u(low, high), w - x);
  }
}

// @ts-ignore: decorator
@inline
function mean(sums: v128, beyond: v128, weights: v128, ends: v128, round: v128, bits: i32): v128 {
  const sum = i32x4.add(i32x4.dot_i16x8_s(sums, weights), i32x4.dot_i16x8_s(beyond, ends));
  return i32x4.shr_s(i32x4.add(sum, round), bits);
}
