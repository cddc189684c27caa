// Noise: cells of hashes, and what lies smoothly between them.
import { storePixels } from './shared/pixel.as';
import { fade, levels } from './shared/lanes.as';

/**
 * Hashes a cell (x, y) and a seed to 32 bits, with the same result on CPU and GPU. All arithmetic is modulo 2^32: h = x
 * * 0x9E3779B1 + y * 0x85EBCA77 + seed * 0xC2B2AE3D; h ^= h >> 15; h *= 0x2C1B3C6D; h ^= h >> 12; h *= 0x297A2D39; h ^=
 * h >> 15.
 */
// @ts-ignore: decorator
@inline
function hashOf(x: v128, y: i32, seed: i32): v128 {
  const row = y * 0x85ebca77 + seed * 0xc2b2ae3d;
  let h = i32x4.add(i32x4.mul(x, i32x4.splat(0x9e3779b1)), i32x4.splat(row));
  h = v128.xor(h, i32x4.shr_u(h, 15));
  h = i32x4.mul(h, i32x4.splat(0x2c1b3c6d));
  h = v128.xor(h, i32x4.shr_u(h, 12));
  h = i32x4.mul(h, i32x4.splat(0x297a2d39));
  return v128.xor(h, i32x4.shr_u(h, 15));
}

// Byte `k` of hashes as 0-1.
// @ts-ignore: decorator
@inline
function byteOf(hash: v128, k: i32): v128 {
  const byte = v128.and(i32x4.shr_u(hash, 8 * k), i32x4.splat(255));
  return f32x4.mul(f32x4.convert_i32x4_s(byte), f32x4.splat(1.0 / 255.0));
}

// @ts-ignore: decorator
@inline
function lerp(a: v128, b: v128, t: v128): v128 {
  return f32x4.add(a, f32x4.mul(f32x4.sub(b, a), t));
}

// One channel of four pixels.
// @ts-ignore: decorator
@inline
function around(n: v128, strength: v128): v128 {
  const half = f32x4.splat(0.5);
  return levels(f32x4.add(half, f32x4.mul(f32x4.sub(n, half), strength)));
}

// @ts-ignore: decorator
@inline
function opaquePixels(red: v128, green: v128, blue: v128): v128 {
  return v128.or(v128.or(red, i32x4.shl(green, 8)), v128.or(i32x4.shl(blue, 16), i32x4.splat(<i32>0xff000000)));
}

// The places of four pixels in cells.
// @ts-ignore: decorator
@inline
function cellsAt(x: i32, perSize: v128): v128 {
  return f32x4.mul(f32x4.add(f32x4.splat(<f32>x + <f32>0.5), f32x4(0, 1, 2, 3)), perSize);
}

// A row of pixels that are their cells' own values.
function cellRow(dst: usize, w: i32, ox: i32, cellY: i32, seed: i32, perSize: v128, strength: v128, monochrome: bool): void {
  for (let x = 0; x < w; x += 4) {
    const own = hashOf(i32x4.trunc_sat_f32x4_s(f32x4.floor(cellsAt(ox + x, perSize))), cellY, seed);
    const red = around(byteOf(own, 0), strength);
    const pixels = monochrome
      ? opaquePixels(red, red, red)
      : opaquePixels(red, around(byteOf(own, 1), strength), around(byteOf(own, 2), strength));
    storePixels(dst + 4 * x, pixels, w - x);
  }
}

// The own values of cells `cellY` for a row of pixels, as floats: `channels` rows of `stride` bytes.
function ownValues(dst: usize, stride: usize, channels: i32, w: i32, ox: i32, cellY: i32, seed: i32, perSize: v128): void {
  for (let x = 0; x < w; x += 4) {
    const own = hashOf(i32x4.trunc_sat_f32x4_s(f32x4.floor(cellsAt(ox + x, perSize))), cellY, seed);
    const p = dst + 4 * <usize>x;
    v128.store(p, byteOf(own, 0));
    if (channels == 1) continue;
    v128.store(p + stride, byteOf(own, 1));
    v128.store(p + 2 * stride, byteOf(own, 2));
  }
}

// The same between the middles of cells left and right of each pixel.
function betweenValues(dst: usize, stride: usize, channels: i32, w: i32, ox: i32, cellY: i32, seed: i32, perSize: v128): void {
  for (let x = 0; x < w; x += 4) {
    const shifted = f32x4.sub(cellsAt(ox + x, perSize), f32x4.splat(0.5));
    const floor = f32x4.floor(shifted);
    const t = fade(f32x4.sub(shifted, floor));
    const column = i32x4.trunc_sat_f32x4_s(floor);
    const left = hashOf(column, cellY, seed);
    const right = hashOf(i32x4.add(column, i32x4.splat(1)), cellY, seed);
    const p = dst + 4 * <usize>x;
    v128.store(p, lerp(byteOf(left, 0), byteOf(right, 0), t));
    if (channels == 1) continue;
    v128.store(p + stride, lerp(byteOf(left, 1), byteOf(right, 1), t));
    v128.store(p + 2 * stride, lerp(byteOf(left, 2), byteOf(right, 2), t));
  }
}

// One channel of four pixels: between the cells above and below, mixed with the cell's own value.
// @ts-ignore: decorator
@inline
function smoothFour(top: usize, bottom: usize, own: usize, fy: v128, rough: v128, strength: v128): v128 {
  return around(lerp(lerp(v128.load(top), v128.load(bottom), fy), v128.load(own), rough), strength);
}

/** Returns the size of the scratch memory that `noiseRgba` needs, in bytes. */
export function noiseScratchSize(w: i32): i32 {
  return 9 * 4 * ((w + 3) & ~3);
}

/**
 * Draws opaque noise 0.5 + amount (n - 0.5). Cell (i, j) covers [i size, (i + 1) size) from the box's corner. n is a
 * byte of the cell's hash: the lowest byte for red and for grey, the next ones for green and blue. With the weight 1 -
 * roughness, this value is mixed with the smoothstep interpolation between the centres of the surrounding cells. Pixel
 * (0, 0) of `dst` is at (ox, oy). Values that are equal in all pixel rows of a row of cells are computed once, in
 * `scratch`.
 */
export function noiseRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, ox: i32, oy: i32, seed: i32, size: f32, amount: f32, roughness: f32,
  monochrome: bool, scratch: usize,
): void {
  const perSize = f32x4.splat(1 / size);
  const strength = f32x4.splat(amount);
  const rough = f32x4.splat(roughness);
  // Cells of a pixel have no between.
  const smooth = roughness < 1 && size > 1;
  const channels = monochrome ? 1 : 3;
  const stride = 4 * <usize>((w + 3) & ~3);
  const own = scratch + 6 * stride;
  let ownRow = i32.MIN_VALUE, evenRow = i32.MIN_VALUE, oddRow = i32.MIN_VALUE;
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const py: f32 = (<f32>(oy + y) + <f32>0.5) / size;
    const cellY = <i32>Mathf.floor(py);
    const isNew = cellY != ownRow;
    ownRow = cellY;
    if (!smooth) {
      if (isNew) cellRow(rowD, w, ox, cellY, seed, perSize, strength, monochrome);
      else memory.copy(rowD, rowD - dstStride, 4 * w);
      continue;
    }
    if (isNew) ownValues(own, stride, channels, w, ox, cellY, seed, perSize);
    const topY = <i32>Mathf.floor(py - <f32>0.5);
    // Even and odd rows of cells have a place each: the lower one of a pair is the next pair's upper one.
    const even = topY & 1 ? topY + 1 : topY, odd = topY & 1 ? topY : topY + 1;
    if (even != evenRow) betweenValues(scratch, stride, channels, w, ox, even, seed, perSize);
    if (odd != oddRow) betweenValues(scratch + 3 * stride, stride, channels, w, ox, odd, seed, perSize);
    evenRow = even;
    oddRow = odd;
    const top = topY & 1 ? scratch + 3 * stride : scratch;
    const bottom = topY & 1 ? scratch : scratch + 3 * stride;
    const fy = fade(f32x4.splat(py - <f32>0.5 - <f32>topY));
    for (let x = 0; x < w; x += 4) {
      const at = 4 * <usize>x;
      const red = smoothFour(top + at, bottom + at, own + at, fy, rough, strength);
      let green = red, blue = red;
      if (!monochrome) {
        const second = at + stride, third = second + stride;
        green = smoothFour(top + second, bottom + second, own + second, fy, rough, strength);
        blue = smoothFour(top + third, bottom + third, own + third, fy, rough, strength);
      }
      storePixels(rowD + 4 * x, opaquePixels(red, green, blue), w - x);
    }
  }
}
