// Axis-aligned resampling. A destination pixel is the mean of the source under a box of max(1, |step|) source pixels
// around its centre: bilinear when enlarging, area average when shrinking. Positions are indices of pixel centres.
import { lerp, over128 } from './shared/lanes.as';

// The table of columns, per 16 destination pixels: base offsets of both halves of eight (16 bytes), then for each half
// gather indices of taps 0 and 1 (32) and tap 0's weights (16), eight i16 in 128ths. Wide, with a third tap: gather
// indices of all three (48), the weights of taps 0 and 2 (32).
const BASES: i32 = 16;
const GROUP: i32 = BASES + 2 * 48;
const WIDE_GROUP: i32 = BASES + 2 * 80;

let tapIndex: i32 = 0;
let tap0: i32 = 0;
let tap1: i32 = 0;
let tap2: i32 = 0;

// @ts-ignore: decorator
@inline
function clampIndex(i: i32, size: i32): i32 {
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// @ts-ignore: decorator
@inline
function leftEdge(centre: v128, box: f64): v128 {
  return f64x2.sub(f64x2.add(centre, f64x2.splat(0.5)), f64x2.splat(box * 0.5));
}

// Weights, in 128ths, of the first and of the third pixel from floor(left edge) on; the second has the rest.
// @ts-ignore: decorator
@inline
function firstShare(left: v128, box: f64): v128 {
  return share(f64x2.sub(f64x2.add(f64x2.floor(left), f64x2.splat(1)), left), box);
}

// @ts-ignore: decorator
@inline
function thirdShare(left: v128, box: f64): v128 {
  const right = f64x2.add(left, f64x2.splat(box));
  const part = f64x2.sub(f64x2.sub(right, f64x2.floor(left)), f64x2.splat(2));
  return share(f64x2.pmax(part, f64x2.splat(0)), box);
}

// @ts-ignore: decorator
@inline
function share(part: v128, box: f64): v128 {
  const scaled = f64x2.mul(f64x2.div(part, f64x2.splat(box)), f64x2.splat(128));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.add(scaled, f64x2.splat(0.5)));
}

function solveRow(centre: f64, box: f64): void {
  const left = leftEdge(f64x2.splat(centre), box);
  tapIndex = <i32>f64x2.extract_lane(f64x2.floor(left), 0);
  tap0 = i32x4.extract_lane(firstShare(left, box), 0);
  tap2 = i32x4.extract_lane(thirdShare(left, box), 0);
  tap1 = 128 - tap0 - tap2;
}

// @ts-ignore: decorator
@inline
function rowBytes(sw: i32): i32 {
  return (sw + 63) & ~15;
}

/** Returns the size of the scratch memory that `scalePlane` needs, in bytes. */
export function scaleScratchSize(dw: i32, sw: i32): i32 {
  return 2 * rowBytes(sw) + 32 + ((dw + 15) >> 4) * WIDE_GROUP;
}

// Of destination pixels x and x + 1.
// @ts-ignore: decorator
@inline
function leftEdges(x: f64, x0: f64, step: f64, box: f64): v128 {
  const steps = f64x2.mul(f64x2.replace_lane(f64x2.splat(x), 1, x + 1), f64x2.splat(step));
  return leftEdge(f64x2.add(f64x2.splat(x0), steps), box);
}

// @ts-ignore: decorator
@inline
function quad(low: v128, high: v128): v128 {
  return i64x2.shuffle(low, high, 0, 2);
}

// @ts-ignore: decorator
@inline
function firstPixels(left0: v128, left1: v128): v128 {
  return quad(i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(left0)), i32x4.trunc_sat_f64x2_s_zero(f64x2.floor(left1)));
}

// @ts-ignore: decorator
@inline
function offsets(pixels: v128, base: i32, sw: i32): v128 {
  const inside = i32x4.min_s(i32x4.max_s(pixels, i32x4.splat(0)), i32x4.splat(sw - 1));
  return i32x4.sub(inside, i32x4.splat(base));
}

// Indices that gather bytes and widen them to i16: of 255 comes a zero.
// @ts-ignore: decorator
@inline
function gatherIndices(low: v128, high: v128): v128 {
  return v128.or(i16x8.narrow_i32x4_s(low, high), i16x8.splat(-256));
}

function buildColumns(table: usize, dw: i32, sw: i32, x0: f64, step: f64, wide: bool): void {
  const box = max(1, Math.abs(step));
  const size = wide ? WIDE_GROUP : GROUP;
  const half = (size - BASES) >> 1;
  const count = wide ? 3 : 2;
  const halves = ((dw + 15) >> 4) << 1;
  for (let i = 0; i < halves; i++) {
    const group = table + (i >> 1) * size;
    const taps = group + BASES + (i & 1) * half;
    const x = <f64>(8 * i);
    const left0 = leftEdges(x, x0, step, box);
    const left1 = leftEdges(x + 2, x0, step, box);
    const left2 = leftEdges(x + 4, x0, step, box);
    const left3 = leftEdges(x + 6, x0, step, box);
    const low = firstPixels(left0, left1);
    const high = firstPixels(left2, left3);
    const base = clampIndex(min(i32x4.extract_lane(low, 0), i32x4.extract_lane(high, 3)), sw);
    store<i32>(group + (i & 1) * 4, base);

    for (let k = 0; k < count; k++) {
      const tap = i32x4.splat(k);
      v128.store(taps + 16 * k, gatherIndices(
        offsets(i32x4.add(low, tap), base, sw), offsets(i32x4.add(high, tap), base, sw)));
    }
    const weight0 = i16x8.narrow_i32x4_s(
      quad(firstShare(left0, box), firstShare(left1, box)), quad(firstShare(left2, box), firstShare(left3, box)));
    v128.store(taps + 16 * count, weight0);
    if (!wide) continue;
    const weight2 = i16x8.narrow_i32x4_s(
      quad(thirdShare(left0, box), thirdShare(left1, box)), quad(thirdShare(left2, box), thirdShare(left3, box)));
    v128.store(taps, weight2, 64);
  }
}

// Of differences to the second pixel: no sum leaves 16 bits.
// @ts-ignore: decorator
@inline
function meanOfThree(p0: v128, p1: v128, p2: v128, weight0: v128, weight2: v128): v128 {
  const sum = i16x8.add(i16x8.mul(i16x8.sub(p0, p1), weight0), i16x8.mul(i16x8.sub(p2, p1), weight2));
  return i16x8.add(p1, over128(sum));
}

// One row of the vertical mean into `row`, columns [from, to).
function blendRows(row: usize, a: usize, b: usize, c: usize, from: i32, to: i32): void {
  if (tap2 == 0) {
    const weight = i16x8.splat(<i16>tap0);
    for (let x = from; x < to; x += 16) {
      const va = v128.load(a + x);
      const vb = v128.load(b + x);
      const low = lerp(i16x8.extend_low_i8x16_u(vb), i16x8.extend_low_i8x16_u(va), weight);
      const high = lerp(i16x8.extend_high_i8x16_u(vb), i16x8.extend_high_i8x16_u(va), weight);
      v128.store(row + x, i8x16.narrow_i16x8_u(low, high));
    }
    return;
  }
  const w0 = i16x8.splat(<i16>tap0);
  const w2 = i16x8.splat(<i16>tap2);
  for (let x = from; x < to; x += 16) {
    const va = v128.load(a + x);
    const vb = v128.load(b + x);
    const vc = v128.load(c + x);
    const low = meanOfThree(
      i16x8.extend_low_i8x16_u(va), i16x8.extend_low_i8x16_u(vb), i16x8.extend_low_i8x16_u(vc), w0, w2);
    const high = meanOfThree(
      i16x8.extend_high_i8x16_u(va), i16x8.extend_high_i8x16_u(vb), i16x8.extend_high_i8x16_u(vc), w0, w2);
    v128.store(row + x, i8x16.narrow_i16x8_u(low, high));
  }
}

// @ts-ignore: decorator
@inline
function gather(pixels: v128, taps: usize, wide: bool): v128 {
  const p0 = i8x16.swizzle(pixels, v128.load(taps));
  const p1 = i8x16.swizzle(pixels, v128.load(taps, 16));
  if (!wide) return lerp(p1, p0, v128.load(taps, 32));
  const p2 = i8x16.swizzle(pixels, v128.load(taps, 32));
  return meanOfThree(p0, p1, p2, v128.load(taps, 48), v128.load(taps, 64));
}

// The horizontal mean of two rows, which share the table: `w` pixels, a multiple of 16. Returns the table's next group.
// @ts-ignore: decorator
@inline
function resampleTwo(dst0: usize, dst1: usize, row0: usize, row1: usize, table: usize, w: i32, wide: bool): usize {
  const size = wide ? WIDE_GROUP : GROUP;
  let group = table;
  for (let x = 0; x < w; x += 16) {
    const low = load<i32>(group);
    const high = load<i32>(group, 4);
    const taps = group + BASES;
    const highTaps = taps + ((size - BASES) >> 1);
    const low0 = gather(v128.load(row0 + low), taps, wide);
    const low1 = gather(v128.load(row1 + low), taps, wide);
    const high0 = gather(v128.load(row0 + high), highTaps, wide);
    const high1 = gather(v128.load(row1 + high), highTaps, wide);
    v128.store(dst0 + x, i8x16.narrow_i16x8_u(low0, high0));
    v128.store(dst1 + x, i8x16.narrow_i16x8_u(low1, high1));
    group += size;
  }
  return group;
}

// @ts-ignore: decorator
@inline
function resampleWhole(dst0: usize, dst1: usize, row0: usize, row1: usize, table: usize, w: i32, wide: bool): usize {
  return wide
    ? resampleTwo(dst0, dst1, row0, row1, table, w, true)
    : resampleTwo(dst0, dst1, row0, row1, table, w, false);
}

// `spare` has 32 bytes.
function resampleRows(
  dst0: usize, dst1: usize, row0: usize, row1: usize, table: usize, dw: i32, wide: bool, spare: usize,
): void {
  const whole = dw & ~15;
  const group = resampleWhole(dst0, dst1, row0, row1, table, whole, wide);
  if (whole == dw) return;
  resampleWhole(spare, spare + 16, row0, row1, group, 16, wide);
  memory.copy(dst0 + whole, spare, dw - whole);
  memory.copy(dst1 + whole, spare + 16, dw - whole);
}

/**
 * Scales a plane by sampling it at (x0 + i * stepX, y0 + j * stepY). Beyond an edge, the edge pixels are repeated.
 * Steps may be negative, which flips the image. |stepX| and |stepY| are at most 1.75: for larger steps, halve the
 * source first. `scratch` must have scaleScratchSize(dw, sw) bytes. Reads up to 15 bytes beyond the plane's end.
 */
export function scalePlane(
  dst: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  x0: f64, stepX: f64, y0: f64, stepY: f64, scratch: usize,
): void {
  const spare = scratch + 2 * rowBytes(sw);
  const table = spare + 32;
  const copies = stepX == 1 && x0 == Math.floor(x0) && x0 >= 0 && x0 + <f64>dw <= <f64>sw;
  const wide = Math.abs(stepX) > 1;
  if (!copies) buildColumns(table, dw, sw, x0, stepX, wide);
  const boxY = max(1, Math.abs(stepY));
  const lowest = min(x0, x0 + <f64>(dw - 1) * stepX);
  const highest = max(x0, x0 + <f64>(dw - 1) * stepX);
  const from = clampIndex(<i32>Math.floor(lowest) - 2, sw) & ~15;
  const to = clampIndex(<i32>Math.ceil(highest) + 2, sw) + 1;
  let before: usize = 0;
  for (let y = 0; y < dh; y++) {
    solveRow(y0 + <f64>y * stepY, boxY);
    const a = src + clampIndex(tapIndex, sh) * srcStride;
    const b = src + clampIndex(tapIndex + 1, sh) * srcStride;
    const c = src + clampIndex(tapIndex + 2, sh) * srcStride;
    let row = scratch + (y & 1) * rowBytes(sw);
    if (tap0 == 128) row = a;
    else if (tap1 == 128) row = b;
    else blendRows(row, a, b, c, from, to);
    const rowD = dst + y * dstStride;
    if (copies) memory.copy(rowD, row + <i32>x0, dw);
    else if (y & 1) resampleRows(rowD - dstStride, rowD, before, row, table, dw, wide, spare);
    else if (y == dh - 1) resampleRows(rowD, rowD, row, row, table, dw, wide, spare);
    before = row;
  }
}
