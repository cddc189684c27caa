// Planar pictures of up to 12 bits in wide colour or of high dynamic range, made 8-bit BT.709 by a table from coded
// red, green and blue to luma and colour differences.
import { pairHigh, pairLow, storeBytes } from './shared/lanes.as';
import { storeEightOfTable } from './shared/table.as';

// Eight times a row of chroma at every pixel of luma, as 16-bit lanes, from `count` samples of two rows weighted 3 to
// 1.
function chromaRow(dst: usize, blended: usize, near: usize, far: usize, count: i32, highest: v128): void {
  for (let i = 0; i < count; i += 8) {
    const n = i16x8.min_u(v128.load(near + 2 * i), highest), f = i16x8.min_u(v128.load(far + 2 * i), highest);
    v128.store(blended + 2 * i, i16x8.add(i16x8.add(n, i16x8.shl(n, 1)), f));
  }
  store<i16>(blended + 2 * count, load<i16>(blended + 2 * (count - 1)));
  for (let i = 0; i < count; i += 8) {
    const here = v128.load(blended + 2 * i);
    const even = i16x8.add(here, here), odd = i16x8.add(here, v128.load(blended + 2 * i, 2));
    v128.store(dst + 4 * i, pairLow(even, odd));
    v128.store(dst + 4 * i, pairHigh(even, odd), 16);
  }
}

// Sums of products as places in the table.
// @ts-ignore: decorator
@inline
function placeOf(low: v128, high: v128, offset: v128, shift: i32, end: v128): v128 {
  const place = i16x8.narrow_i32x4_s(
    i32x4.shr_s(i32x4.add(low, offset), shift), i32x4.shr_s(i32x4.add(high, offset), shift));
  return i16x8.min_s(i16x8.max_s(place, i16x8.splat(0)), end);
}

// A row of pixels of four bytes: luma, blue difference, red difference, nothing.
function convertRow(
  dst: usize, srcY: usize, srcU: usize, srcV: usize, w: i32, highest: v128, weights: usize, table: usize, size: i32,
): void {
  const offset = v128.load32_splat(weights, 0), shift = load<i32>(weights, 4);
  const middle = i16x8.splat(load<i16>(weights, 8));
  const red = v128.load32_splat(weights, 12), greenOfU = v128.load32_splat(weights, 16);
  const greenOfV = v128.load32_splat(weights, 20), blue = v128.load32_splat(weights, 24);
  const end = i16x8.splat(<i16>((size - 1) << 8));
  for (let x = 0; x < w; x += 8) {
    const y = i16x8.min_u(v128.load(srcY + 2 * x), highest);
    const u = i16x8.sub(v128.load(srcU + 2 * x), middle);
    const v = i16x8.sub(v128.load(srcV + 2 * x), middle);
    const yuLow = pairLow(y, u), yuHigh = pairHigh(y, u);
    const yvLow = pairLow(y, v), yvHigh = pairHigh(y, v);
    const r = placeOf(i32x4.dot_i16x8_s(yvLow, red), i32x4.dot_i16x8_s(yvHigh, red), offset, shift, end);
    const g = placeOf(
      i32x4.add(i32x4.dot_i16x8_s(yuLow, greenOfU), i32x4.dot_i16x8_s(yvLow, greenOfV)),
      i32x4.add(i32x4.dot_i16x8_s(yuHigh, greenOfU), i32x4.dot_i16x8_s(yvHigh, greenOfV)), offset, shift, end);
    const b = placeOf(i32x4.dot_i16x8_s(yuLow, blue), i32x4.dot_i16x8_s(yuHigh, blue), offset, shift, end);
    storeEightOfTable(dst + 4 * x, r, g, b, table, size);
  }
}

function lumaRow(dst: usize, src: usize, w: i32): void {
  for (let x = 0; x < w; x += 8) {
    const a = v128.load(src + 4 * x), b = v128.load(src + 4 * x, 16);
    storeBytes(dst + x, i8x16.shuffle(a, b, 0, 4, 8, 12, 16, 20, 24, 28, 0, 0, 0, 0, 0, 0, 0, 0), w - x);
  }
}

// The mean (weights 1 2 1 around the left column, two rows) of colour differences, at the sites of half a row.
function halveRow(planeU: usize, planeV: usize, upper: usize, lower: usize, w: i32): void {
  const four = i16x8.splat(4);
  const count = (w + 1) >> 1;
  // The columns beyond both ends are the ends.
  store<u32>(upper + 4 * w, load<u32>(upper + 4 * (w - 1)));
  store<u32>(lower + 4 * w, load<u32>(lower + 4 * (w - 1)));
  // Lanes are eight pixels' blue differences, then their red ones.
  let before = i16x8.splat(0);
  for (let i = 0; i < count; i += 8) {
    const p = upper + 8 * i, q = lower + 8 * i;
    const evenU = columnsOf(p, q, 1, 0), oddU = columnsOf(p, q, 1, 1);
    const evenV = columnsOf(p, q, 2, 0), oddV = columnsOf(p, q, 2, 1);
    if (i == 0) before = i8x16.shuffle(evenU, evenV, 0, 1, 16, 17, 0, 1, 16, 17, 0, 1, 16, 17, 0, 1, 16, 17);
    const leftU = i8x16.shuffle(before, oddU, 0, 1, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    const leftV = i8x16.shuffle(before, oddV, 2, 3, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
    before = i8x16.shuffle(oddU, oddV, 14, 15, 30, 31, 14, 15, 30, 31, 14, 15, 30, 31, 14, 15, 30, 31);
    const u = i16x8.shr_u(i16x8.add(i16x8.add(i16x8.add(evenU, evenU), i16x8.add(leftU, oddU)), four), 3);
    const v = i16x8.shr_u(i16x8.add(i16x8.add(i16x8.add(evenV, evenV), i16x8.add(leftV, oddV)), four), 3);
    storeBytes(planeU + i, i8x16.narrow_i16x8_u(u, u), count - i);
    storeBytes(planeV + i, i8x16.narrow_i16x8_u(v, v), count - i);
  }
}

// Sums of two rows: byte `channel` of every second of sixteen pixels, from `first` on.
// @ts-ignore: decorator
@inline
function columnsOf(p: usize, q: usize, channel: i32, first: i32): v128 {
  return i16x8.add(everySecond(p, channel, first), everySecond(q, channel, first));
}

// @ts-ignore: decorator
@inline
function everySecond(p: usize, channel: i32, first: i32): v128 {
  const shift = 32 * first + 8 * channel;
  const byte = i64x2.splat(255);
  const a = v128.and(i64x2.shr_u(v128.load(p), shift), byte), b = v128.and(i64x2.shr_u(v128.load(p, 16), shift), byte);
  const c = v128.and(i64x2.shr_u(v128.load(p, 32), shift), byte), d = v128.and(i64x2.shr_u(v128.load(p, 48), shift), byte);
  return i16x8.narrow_i32x4_s(i32x4.shuffle(a, b, 0, 2, 4, 6), i32x4.shuffle(c, d, 0, 2, 4, 6));
}

/** Returns the size of the scratch memory that `wideToPlanar` needs, in bytes. */
export function wideScratchSize(w: i32): i32 {
  return 4 * 4 * (w + 32);
}

/**
 * Converts planes of 16-bit samples (8-12 bits used, the largest value is `highest`) to 8-bit BT.709 limited planes of
 * w x h, through a colour table. The source's chroma has half the columns, and half the rows unless `tall`. `weights`,
 * 32 bits each, convert luma y and eight times chroma u, v to positions in the table, in 256ths of a cell. [0] is added
 * to the sum, which is shifted right by [1]; [2] is the value of u and v for grey. Then follow pairs of 16 bits, the
 * lower one for y: [3] with v for red, [4] with u and [5] (0) with v for green, [6] with u for blue. `table` has `size`
 * points in each dimension; its entries are luma and the blue and red differences, see `shared/table`.
 */
export function wideToPlanar(
  luma: usize, lumaStride: i32, planeU: usize, planeV: usize, chromaStride: i32,
  srcY: usize, srcYStride: i32, srcU: usize, srcV: usize, srcCStride: i32, w: i32, h: i32, tall: bool, highest: i32,
  weights: usize, table: usize, size: i32, scratch: usize,
): void {
  const stride = 4 * <usize>((w + 31) & ~15);
  const u = scratch + 2 * stride, v = u + (stride >> 1), blended = v + (stride >> 1);
  const most = i16x8.splat(<i16>highest);
  const count = (w + 1) >> 1;
  const rows = (h + 1) >> 1;
  for (let y = 0; y < h; y++) {
    let near = tall ? y : y >> 1, far = near;
    if (!tall) {
      const other = y & 1 ? near + 1 : near - 1;
      far = other < 0 ? 0 : other >= rows ? rows - 1 : other;
    }
    near *= srcCStride;
    far *= srcCStride;
    chromaRow(u, blended, srcU + near, srcU + far, count, most);
    chromaRow(v, blended, srcV + near, srcV + far, count, most);
    const row = scratch + (y & 1 ? stride : 0);
    convertRow(row, srcY + y * srcYStride, u, v, w, most, weights, table, size);
    lumaRow(luma + y * lumaStride, row, w);
    // Two rows share their chroma; the last one of an odd height stands alone.
    if (!(y & 1) && y + 1 < h) continue;
    const rowC = (y >> 1) * chromaStride;
    halveRow(planeU + rowC, planeV + rowC, scratch, row, w);
  }
}
