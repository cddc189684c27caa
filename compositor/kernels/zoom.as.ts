// The weighted mean of a picture at several scales about a centre.
import { storePixels } from './shared/pixel.as';

const CLAMP: i32 = 1;
// Columns at a time: what eight taps make of them is less than a processor's second cache holds.
const TILE: i32 = 2048;
// A tile's pixels of one row between two rows of the source, 16-bit lanes; with what may lie beyond its ends.
const ROW: i32 = (TILE + 12) * 8;
// Of a pixel: across, where a tap's weight is split between two; down, where the lanes have to hold 255 times as much.
const ACROSS: i32 = 12;
const DOWN: i32 = 7;

/** Returns the size of the scratch memory that `zoomRgba` needs, in bytes. */
export function zoomScratchSize(count: i32): i32 {
  return count * (16 + 8 * TILE + 2 * ROW);
}

/**
 * Computes a zoom blur, the weighted mean of an image at several scales about a centre: dst(x, y) = sum over k of
 * weight[k] src at (cx, cy) + scale[k] ((x, y) + (dx, dy)), minus (sx, sy). (dx, dy) is the first pixel's distance from
 * the centre, (cx, cy) the centre in indices of pixel centres, (sx, sy) the position of the source's first pixel.
 * `scales` contains pairs (scale, weight) of 64-bit floats: scales are above 0 and at most 1, weights are integers
 * whose sum is 32768. `edge` selects the values beyond the source: 0 transparent, 1 its edge pixels.
 */
export function zoomRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  dx: f64, dy: f64, cx: f64, cy: f64, sx: i32, sy: i32, scales: usize, count: i32, edge: i32, scratch: usize,
): void {
  const spans = scratch;
  const taps = spans + 16 * count;
  const rows = taps + 8 * TILE * count;
  for (let x = 0; x < w; x += TILE) {
    const columns = min(TILE, w - x);
    writeTaps(taps, spans, columns, sw, dx + <f64>x, cx, sx, scales, count, rows);
    for (let y = 0; y < h; y += 2) {
      // The last row of an odd number is drawn twice at the same place.
      const next = min(y + 1, h - 1);
      for (let k = 0; k < count; k++) {
        const scale = load<f64>(scales + 16 * k);
        const from = load<i32>(spans + 8 * k), to = load<i32>(spans + 8 * k, 4);
        const row = rows + 2 * ROW * k;
        mixRows(row, from, to, src, srcStride, sw, sh, placeOf(cy + scale * (dy + <f64>y), DOWN, sy), edge);
        mixRows(row + ROW, from, to, src, srcStride, sw, sh, placeOf(cy + scale * (dy + <f64>next), DOWN, sy), edge);
      }
      const target = dst + 4 * x;
      sumTaps(target + y * dstStride, target + next * dstStride, columns, taps, rows, count);
    }
  }
}

// Rounded before the source's place is taken off: a part of a picture has the positions of the whole.
// @ts-ignore: decorator
@inline
function placeOf(position: f64, bits: i32, origin: i32): i32 {
  return <i32>(<i64>Math.floor(position * <f64>(1 << bits) + 0.5) - (<i64>origin << bits));
}

// Of each four pixels, tap after tap: where in `rows` each finds its two pixels, and their weights. `spans`: the first
// and the last pixel of the source (or one or two beyond it) that a tap reads.
function writeTaps(
  taps: usize, spans: usize, columns: i32, sw: i32, dx: f64, cx: f64, sx: i32, scales: usize, count: i32,
  rows: usize,
): void {
  for (let k = 0; k < count; k++) {
    const scale = load<f64>(scales + 16 * k);
    const weight = <i32>load<f64>(scales + 16 * k, 8);
    let from = 0, last = 0;
    for (let x = 0; x < ((columns + 3) & ~3); x++) {
      const u = placeOf(cx + scale * (dx + <f64>min(x, columns - 1)), ACROSS, sx);
      const left = min(sw, max(-1, u >> ACROSS));
      // Farther out than that, the pixel to its right is beyond the source as well.
      const part = u >> ACROSS < -1 ? 0 : u & ((1 << ACROSS) - 1);
      // At least one pixel of the source, which those beyond it repeat.
      if (x == 0) from = min(left, sw - 1);
      last = left;
      const right = (weight * part + (1 << (ACROSS - 1))) >> ACROSS;
      const tap = taps + 8 * ((x & ~3) * count + 4 * k + (x & 3));
      store<i32>(tap, <i32>rows + 2 * ROW * k + 8 * (left - from));
      store<i32>(tap, (weight - right) | (right << 16), 4);
    }
    store<i32>(spans + 8 * k, from);
    store<i32>(spans + 8 * k, max(last + 1, 0), 4);
  }
}

// Pixels from ... to of a row between two rows of the source, in 128ths.
function mixRows(
  row: usize, from: i32, to: i32, src: usize, srcStride: i32, sw: i32, sh: i32, place: i32, edge: i32,
): void {
  const upper = place >> DOWN;
  const part = place & ((1 << DOWN) - 1);
  const a = src + min(sh - 1, max(0, upper)) * srcStride;
  const b = src + min(sh - 1, max(0, upper + 1)) * srcStride;
  const clamp = edge == CLAMP;
  const weightA: i32 = clamp || <u32>upper < <u32>sh ? (1 << DOWN) - part : 0;
  const weightB: i32 = clamp || <u32>(upper + 1) < <u32>sh ? part : 0;
  const shareA = i16x8.splat(<i16>weightA), shareB = i16x8.splat(<i16>weightB);
  const first = max(from, 0);
  let t = row + 8 * (first - from);
  const end = a + 4 * min(to + 1, sw);
  for (let p = a + 4 * first, q = b + 4 * first; p < end; p += 16, q += 16, t += 32) {
    const low = i16x8.add(i16x8.mul(v128.load_ext<u8>(p), shareA), i16x8.mul(v128.load_ext<u8>(q), shareB));
    const high = i16x8.add(i16x8.mul(v128.load_ext<u8>(p, 8), shareA), i16x8.mul(v128.load_ext<u8>(q, 8), shareB));
    v128.store(t, low);
    v128.store(t, high, 16);
  }
  if (from < 0) store<u64>(row, clamp ? load<u64>(row, 8) : 0);
  const beyond = clamp ? load<u64>(row + 8 * (sw - 1 - from)) : 0;
  for (let x = sw; x <= to; x++) store<u64>(row + 8 * (x - from), beyond);
}

// @ts-ignore: decorator
@inline
function between(pixels: usize, weights: v128): v128 {
  const two = v128.load(pixels);
  return i32x4.dot_i16x8_s(i16x8.shuffle(two, two, 0, 4, 1, 5, 2, 6, 3, 7), weights);
}

// The same of the pixel one row below.
// @ts-ignore: decorator
@inline
function betweenBelow(pixels: usize, weights: v128): v128 {
  const two = v128.load(pixels, ROW);
  return i32x4.dot_i16x8_s(i16x8.shuffle(two, two, 0, 4, 1, 5, 2, 6, 3, 7), weights);
}

// Channels of four pixels in 2^22ths of a level.
// @ts-ignore: decorator
@inline
function storeFour(dst: usize, a: v128, b: v128, c: v128, d: v128, count: i32): void {
  const low = i16x8.narrow_i32x4_s(i32x4.shr_s(a, 22), i32x4.shr_s(b, 22));
  const high = i16x8.narrow_i32x4_s(i32x4.shr_s(c, 22), i32x4.shr_s(d, 22));
  storePixels(dst, i8x16.narrow_i16x8_u(low, high), count);
}

function sumTaps(above: usize, below: usize, columns: i32, taps: usize, rows: usize, count: i32): void {
  const half = i32x4.splat(1 << 21);
  let tap = taps;
  for (let x = 0; x < columns; x += 4) {
    let a0 = half, a1 = half, a2 = half, a3 = half, b0 = half, b1 = half, b2 = half, b3 = half;
    for (const end = tap + 32 * count; tap < end; tap += 32) {
      let p = <usize>load<i32>(tap);
      let weights = v128.load32_splat(tap, 4);
      a0 = i32x4.add(a0, between(p, weights));
      b0 = i32x4.add(b0, betweenBelow(p, weights));
      p = <usize>load<i32>(tap, 8);
      weights = v128.load32_splat(tap, 12);
      a1 = i32x4.add(a1, between(p, weights));
      b1 = i32x4.add(b1, betweenBelow(p, weights));
      p = <usize>load<i32>(tap, 16);
      weights = v128.load32_splat(tap, 20);
      a2 = i32x4.add(a2, between(p, weights));
      b2 = i32x4.add(b2, betweenBelow(p, weights));
      p = <usize>load<i32>(tap, 24);
      weights = v128.load32_splat(tap, 28);
      a3 = i32x4.add(a3, between(p, weights));
      b3 = i32x4.add(b3, betweenBelow(p, weights));
    }
    storeFour(above + 4 * x, a0, a1, a2, a3, columns - x);
    storeFour(below + 4 * x, b0, b1, b2, b3, columns - x);
  }
}
