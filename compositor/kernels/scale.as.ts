// Axis-aligned resampling. A destination pixel is the mean of the source under a box of max(1, |step|) source pixels
// around its centre: bilinear when enlarging, area average when shrinking. Positions are indices of pixel centres.

// Per 8 destination pixels: base offset (16 bytes), gather indices of taps 0 and 1 (16), of tap 2 (16), three rows of
// eight i16 weights that sum to 128 (48).
const GROUP: i32 = 96;

let tapIndex: i32 = 0;
let tap0: i32 = 0;
let tap1: i32 = 0;
let tap2: i32 = 0;

// @ts-ignore: decorator
@inline
function clampIndex(i: i32, size: i32): i32 {
  return i < 0 ? 0 : i >= size ? size - 1 : i;
}

// Weights of the three pixels from floor(left edge) on, in 128ths.
function solveTaps(centre: f64, box: f64): void {
  const left = centre + 0.5 - box * 0.5;
  const right = left + box;
  const first = Math.floor(left);
  tapIndex = <i32>first;
  tap0 = <i32>Math.floor(((min(right, first + 1) - left) / box) * 128 + 0.5);
  tap2 = right > first + 2 ? <i32>Math.floor(((right - first - 2) / box) * 128 + 0.5) : 0;
  tap1 = 128 - tap0 - tap2;
}

/** Bytes of scratch that `scalePlane` needs. */
export function scaleScratchSize(dw: i32, sw: i32): i32 {
  return ((sw + 63) & ~15) + ((dw + 7) >> 3) * GROUP + 16;
}

function buildColumns(table: usize, dw: i32, sw: i32, x0: f64, step: f64): void {
  const box = max(1, Math.abs(step));
  for (let x = 0; x < dw; x += 8) {
    const group = table + (x >> 3) * GROUP;
    const last = min(x + 7, dw - 1);
    solveTaps(x0 + <f64>(step < 0 ? last : x) * step, box);
    const base = clampIndex(tapIndex, sw);
    store<i32>(group, base);
    for (let k = 0; k < 8; k++) {
      solveTaps(x0 + <f64>min(x + k, last) * step, box);
      store<u8>(group + 16 + k, clampIndex(tapIndex, sw) - base);
      store<u8>(group + 24 + k, clampIndex(tapIndex + 1, sw) - base);
      store<u8>(group + 32 + k, clampIndex(tapIndex + 2, sw) - base);
      store<i16>(group + 48 + 2 * k, <i16>tap0);
      store<i16>(group + 64 + 2 * k, <i16>tap1);
      store<i16>(group + 80 + 2 * k, <i16>tap2);
    }
  }
}

// One row of the vertical mean into `row`, columns [from, to).
function blendRows(row: usize, a: usize, b: usize, c: usize, from: i32, to: i32): void {
  const half = i16x8.splat(64);
  const w0 = i16x8.splat(<i16>tap0);
  const w1 = i16x8.splat(<i16>tap1);
  const w2 = i16x8.splat(<i16>tap2);
  if (tap2 == 0) {
    for (let x = from; x < to; x += 16) {
      const va = v128.load(a + x);
      const vb = v128.load(b + x);
      const low = i16x8.add(
        i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(va), w0), i16x8.mul(i16x8.extend_low_i8x16_u(vb), w1)), half);
      const high = i16x8.add(
        i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(va), w0), i16x8.mul(i16x8.extend_high_i8x16_u(vb), w1)), half);
      v128.store(row + x, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 7), i16x8.shr_u(high, 7)));
    }
    return;
  }
  for (let x = from; x < to; x += 16) {
    const va = v128.load(a + x);
    const vb = v128.load(b + x);
    const vc = v128.load(c + x);
    const low = i16x8.add(
      i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(va), w0), i16x8.mul(i16x8.extend_low_i8x16_u(vb), w1)),
      i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(vc), w2), half));
    const high = i16x8.add(
      i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(va), w0), i16x8.mul(i16x8.extend_high_i8x16_u(vb), w1)),
      i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(vc), w2), half));
    v128.store(row + x, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 7), i16x8.shr_u(high, 7)));
  }
}

// @ts-ignore: decorator
@inline
function gatherTwo(row: usize, group: usize): v128 {
  const g = i8x16.swizzle(v128.load(row + load<i32>(group)), v128.load(group, 16));
  return i16x8.add(
    i16x8.mul(i16x8.extend_low_i8x16_u(g), v128.load(group, 48)),
    i16x8.mul(i16x8.extend_high_i8x16_u(g), v128.load(group, 64)),
  );
}

// @ts-ignore: decorator
@inline
function gatherThird(row: usize, group: usize): v128 {
  const g = i8x16.swizzle(v128.load(row + load<i32>(group)), v128.load(group, 32));
  return i16x8.mul(i16x8.extend_low_i8x16_u(g), v128.load(group, 80));
}

// @ts-ignore: decorator
@inline
function storeEight(dst: usize, value: v128, count: i32): void {
  let bytes = i8x16.narrow_i16x8_u(value, value);
  if (count >= 8) {
    v128.store64_lane(dst, bytes, 0);
    return;
  }
  for (let k = 0; k < count; k++) {
    store<u8>(dst + k, i8x16.extract_lane_u(bytes, 0));
    bytes = i8x16.shuffle(bytes, bytes, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
  }
}

function resampleRow(dst: usize, row: usize, table: usize, dw: i32, wide: bool): void {
  const half = i16x8.splat(64);
  let group = table;
  if (wide) {
    for (let x = 0; x < dw; x += 8) {
      const sum = i16x8.add(i16x8.add(gatherTwo(row, group), gatherThird(row, group)), half);
      storeEight(dst + x, i16x8.shr_s(sum, 7), dw - x);
      group += GROUP;
    }
    return;
  }
  for (let x = 0; x < dw; x += 8) {
    storeEight(dst + x, i16x8.shr_s(i16x8.add(gatherTwo(row, group), half), 7), dw - x);
    group += GROUP;
  }
}

/**
 * Samples a plane at x0 + i * stepX, y0 + j * stepY; pixels beyond an edge repeat it. Steps may be negative (flips),
 * |stepX| and |stepY| at most 1.75: halve the source first. `scratch` holds scaleScratchSize(dw, sw) bytes. Reads up
 * to 15 bytes beyond the plane's end.
 */
export function scalePlane(
  dst: usize, dstStride: i32, dw: i32, dh: i32, src: usize, srcStride: i32, sw: i32, sh: i32,
  x0: f64, stepX: f64, y0: f64, stepY: f64, scratch: usize,
): void {
  const table = scratch + ((sw + 63) & ~15);
  const copies = stepX == 1 && x0 == Math.floor(x0) && x0 >= 0 && x0 + <f64>dw <= <f64>sw;
  if (!copies) buildColumns(table, dw, sw, x0, stepX);
  const wide = Math.abs(stepX) > 1;
  const boxY = max(1, Math.abs(stepY));
  const lowest = min(x0, x0 + <f64>(dw - 1) * stepX);
  const highest = max(x0, x0 + <f64>(dw - 1) * stepX);
  const from = clampIndex(<i32>Math.floor(lowest) - 2, sw) & ~15;
  const to = clampIndex(<i32>Math.ceil(highest) + 2, sw) + 1;
  for (let y = 0; y < dh; y++) {
    solveTaps(y0 + <f64>y * stepY, boxY);
    const a = src + clampIndex(tapIndex, sh) * srcStride;
    const b = src + clampIndex(tapIndex + 1, sh) * srcStride;
    const c = src + clampIndex(tapIndex + 2, sh) * srcStride;
    let row = scratch;
    if (tap0 == 128) row = a;
    else if (tap1 == 128) row = b;
    else blendRows(scratch, a, b, c, from, to);
    const rowD = dst + y * dstStride;
    if (copies) memory.copy(rowD, row + <i32>x0, dw);
    else resampleRow(rowD, row, table, dw, wide);
  }
}
