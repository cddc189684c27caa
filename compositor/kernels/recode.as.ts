// Planar 8-bit pictures coded by another colour matrix or range, made BT.709 limited: weighted sums of their samples.
import { pairHigh, pairLow, storeBytes } from './shared/lanes.as';

// @ts-ignore: decorator
@inline
function eightBytes(src: usize): v128 {
  return i16x8.extend_low_i8x16_u(v128.load64_zero(src));
}

// Weighted sums of two times four pairs, as eight 16-bit lanes.
// @ts-ignore: decorator
@inline
function sums(low: v128, high: v128, added: v128, weights: v128, shift: i32): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(low, weights), added), shift),
    i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(high, weights), added), shift));
}

// A row of chroma, and what it changes of luma: in 64ths, as 16-bit lanes, the last one twice.
function chromaRow(
  dstU: usize, dstV: usize, change: usize, srcU: usize, srcV: usize, count: i32, weights: usize,
): void {
  const addedC = v128.load32_splat(weights, 4), ofC = v128.load32_splat(weights, 8);
  const addedU = v128.load32_splat(weights, 12), ofU = v128.load32_splat(weights, 16);
  const addedV = v128.load32_splat(weights, 20), ofV = v128.load32_splat(weights, 24);
  for (let i = 0; i < count; i += 8) {
    const u = eightBytes(srcU + i), v = eightBytes(srcV + i);
    const low = pairLow(u, v), high = pairHigh(u, v);
    v128.store(change + 2 * i, sums(low, high, addedC, ofC, 8));
    const nextU = sums(low, high, addedU, ofU, 14), nextV = sums(low, high, addedV, ofV, 14);
    storeBytes(dstU + i, i8x16.narrow_i16x8_u(nextU, nextU), count - i);
    storeBytes(dstV + i, i8x16.narrow_i16x8_u(nextV, nextV), count - i);
  }
  store<i16>(change + 2 * count, load<i16>(change + 2 * (count - 1)));
}

// Four times what eight pixels of chroma change, of two rows weighted 3 to 1.
// @ts-ignore: decorator
@inline
function between(near: usize, far: usize): v128 {
  const n = v128.load(near);
  return i16x8.add(i16x8.add(n, i16x8.shl(n, 1)), v128.load(far));
}

function lumaRow(dst: usize, src: usize, near: usize, far: usize, w: i32, weights: usize): void {
  // The pairs of weights are of luma and of a 512th of a level.
  const added = v128.load32_splat(weights, 28), ofLuma = v128.load32_splat(weights);
  for (let x = 0; x < w; x += 16) {
    const here = between(near + x, far + x), next = between(near + x + 2, far + x + 2);
    const even = i16x8.add(here, here), odd = i16x8.add(here, next);
    const y = v128.load(src + x);
    const y0 = i16x8.extend_low_i8x16_u(y), y1 = i16x8.extend_high_i8x16_u(y);
    const c0 = pairLow(even, odd), c1 = pairHigh(even, odd);
    const low = sums(pairLow(y0, c0), pairHigh(y0, c0), added, ofLuma, 14);
    const high = sums(pairLow(y1, c1), pairHigh(y1, c1), added, ofLuma, 14);
    if (x + 16 <= w) {
      v128.store(dst + x, i8x16.narrow_i16x8_u(low, high));
      continue;
    }
    storeBytes(dst + x, i8x16.narrow_i16x8_u(low, low), w - x);
    if (w - x > 8) storeBytes(dst + x + 8, i8x16.narrow_i16x8_u(high, high), w - x - 8);
  }
}

// @ts-ignore: decorator
@inline
function changeSize(w: i32): usize {
  return <usize>((w + 63) & ~31);
}

/** Returns the size of the scratch memory that `recodePlanes` needs, in bytes. */
export function recodeScratchSize(w: i32): i32 {
  return 3 * <i32>changeSize(w);
}

/**
 * Converts 4:2:0 planes of w x h, 8 bits, to another colour matrix or range. Results are weighted sums of the source's
 * samples. `weights` are 32 bits each, or two of 16 bits, the lower 16 bits first. For luma: [0] is the weight of y in
 * 16384ths, and 32 (a 512th of a level in 16384ths); [7] is added. For the change of luma by chroma, in 16384ths: [1]
 * is added, [2] are the weights of u and v. For u: [3] is added, [4] are the weights of u and v. For v: [5] and [6]
 * likewise. Chroma samples are located at the left one of two columns, between two rows.
 */
export function recodePlanes(
  luma: usize, lumaStride: i32, planeU: usize, planeV: usize, chromaStride: i32,
  srcY: usize, srcYStride: i32, srcU: usize, srcV: usize, srcCStride: i32, w: i32, h: i32, weights: usize, scratch: usize,
): void {
  const size = changeSize(w), count = (w + 1) >> 1, rows = (h + 1) >> 1;
  let before = scratch, here = scratch + size, after = here + size;
  chromaRow(planeU, planeV, here, srcU, srcV, count, weights);
  for (let row = 0; row < rows; row++) {
    if (row + 1 < rows) {
      const dst = (row + 1) * chromaStride, src = (row + 1) * srcCStride;
      chromaRow(planeU + dst, planeV + dst, after, srcU + src, srcV + src, count, weights);
    }
    const y = 2 * row;
    lumaRow(luma + y * lumaStride, srcY + y * srcYStride, here, row == 0 ? here : before, w, weights);
    if (y + 1 < h)
      lumaRow(luma + (y + 1) * lumaStride, srcY + (y + 1) * srcYStride, here, row + 1 < rows ? after : here, w, weights);
    const free = before;
    before = here;
    here = after;
    after = free;
  }
}
