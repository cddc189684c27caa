// Pictures made of formulas: noise, stripes, dots, a radial falloff.
import { storePixels } from './shared/pixel.as';

/**
 * The hash of a cell: 32 bits of (x, y, seed), the same on every backend. All arithmetic modulo 2^32:
 * h = x * 0x9E3779B1 + y * 0x85EBCA77 + seed * 0xC2B2AE3D; h ^= h >> 15; h *= 0x2C1B3C6D; h ^= h >> 12;
 * h *= 0x297A2D39; h ^= h >> 15.
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

// @ts-ignore: decorator
@inline
function fade(t: v128): v128 {
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)));
}

// @ts-ignore: decorator
@inline
function levels(value: v128): v128 {
  const clamped = f32x4.pmin(f32x4.splat(255), f32x4.pmax(f32x4.splat(0), f32x4.mul(value, f32x4.splat(255))));
  return v128.and(f32x4.add(clamped, f32x4.splat(8388608)), i32x4.splat(255));
}

// One channel: the cell's own value, or (smooth) that of its four neighbours weighted by the place in the cell.
// @ts-ignore: decorator
@inline
function noiseOf(own: v128, tl: v128, tr: v128, bl: v128, br: v128, fx: v128, fy: v128, k: i32, rough: v128, smooth: bool): v128 {
  const cell = byteOf(own, k);
  if (!smooth) return cell;
  const between = lerp(lerp(byteOf(tl, k), byteOf(tr, k), fx), lerp(byteOf(bl, k), byteOf(br, k), fx), fy);
  return lerp(between, cell, rough);
}

/**
 * Opaque noise 0.5 + amount (n - 0.5). Cell (i, j) covers [i size, (i + 1) size) from the box's corner; n is a byte of
 * its hash (the lowest for red and grey, the next for green, then blue), mixed by 1 - roughness with the smoothstep
 * interpolation between the middles of the cells around. Pixel (0, 0) of `dst` lies at (ox, oy).
 */
export function noiseRgba(
  dst: usize, dstStride: i32, w: i32, h: i32, ox: i32, oy: i32, seed: i32, size: f32, amount: f32, roughness: f32,
  monochrome: bool,
): void {
  const steps = f32x4(0, 1, 2, 3);
  const perSize = f32x4.splat(1 / size);
  const half = f32x4.splat(0.5);
  const strength = f32x4.splat(amount);
  const rough = f32x4.splat(roughness);
  // Cells of a pixel have no between.
  const smooth = roughness < 1 && size > 1;
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const py: f32 = (<f32>(oy + y) + <f32>0.5) / size;
    const cellY = <i32>Mathf.floor(py);
    const topY = <i32>Mathf.floor(py - <f32>0.5);
    const fy = fade(f32x4.splat(py - <f32>0.5 - <f32>topY));
    for (let x = 0; x < w; x += 4) {
      const px = f32x4.mul(f32x4.add(f32x4.splat(<f32>(ox + x) + <f32>0.5), steps), perSize);
      const own = hashOf(i32x4.trunc_sat_f32x4_s(f32x4.floor(px)), cellY, seed);
      let tl = own, tr = own, bl = own, br = own, fx = half;
      if (smooth) {
        const shifted = f32x4.sub(px, half);
        const left = f32x4.floor(shifted);
        fx = fade(f32x4.sub(shifted, left));
        const column = i32x4.trunc_sat_f32x4_s(left);
        const next = i32x4.add(column, i32x4.splat(1));
        tl = hashOf(column, topY, seed);
        tr = hashOf(next, topY, seed);
        bl = hashOf(column, topY + 1, seed);
        br = hashOf(next, topY + 1, seed);
      }
      const n0 = noiseOf(own, tl, tr, bl, br, fx, fy, 0, rough, smooth);
      const red = levels(f32x4.add(half, f32x4.mul(f32x4.sub(n0, half), strength)));
      let green = red, blue = red;
      if (!monochrome) {
        const n1 = noiseOf(own, tl, tr, bl, br, fx, fy, 1, rough, smooth);
        const n2 = noiseOf(own, tl, tr, bl, br, fx, fy, 2, rough, smooth);
        green = levels(f32x4.add(half, f32x4.mul(f32x4.sub(n1, half), strength)));
        blue = levels(f32x4.add(half, f32x4.mul(f32x4.sub(n2, half), strength)));
      }
      const pixels = v128.or(
        v128.or(red, i32x4.shl(green, 8)), v128.or(i32x4.shl(blue, 16), i32x4.splat(<i32>0xff000000)));
      storePixels(rowD + 4 * x, pixels, w - x);
    }
  }
}

/** Coverage smoothstep((d - inner) / (outer - inner)) with d = |((x - cx) / rx, (y - cy) / ry)|; pixel (i, j) at (i, j). */
export function radialCover(
  dst: usize, dstStride: i32, w: i32, h: i32, cx: f32, cy: f32, rx: f32, ry: f32, inner: f32, outer: f32,
): void {
  const steps = f32x4(0, 1, 2, 3);
  const ux = f32x4.splat(1 / rx);
  const span = f32x4.splat(1 / max<f32>(outer - inner, <f32>1e-6));
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const py: f32 = (<f32>y - cy) / ry;
    const py2 = f32x4.splat(py * py);
    for (let x = 0; x < w; x += 4) {
      const px = f32x4.mul(f32x4.add(f32x4.splat(<f32>x - cx), steps), ux);
      const d = f32x4.sqrt(f32x4.add(f32x4.mul(px, px), py2));
      const t = f32x4.pmin(
        f32x4.splat(1), f32x4.pmax(f32x4.splat(0), f32x4.mul(f32x4.sub(d, f32x4.splat(inner)), span)));
      const bytes = levels(fade(t));
      storePixels(rowD + 4 * x, i8x16.shuffle(bytes, bytes, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12), w - x);
    }
  }
}

/**
 * Coverage of round dots, their edges a pixel wide: in cell coordinates p = px x + py y + p0, q = qx x + qy y + q0 the
 * dot of cell (i, j) lies at (i + 0.5, j + 0.5); its radius in pixels is radii[(j - j0) * columns + i - i0] (32-bit
 * floats). A pixel gets the largest coverage of the four dots nearest to it; cells are `size` pixels wide.
 */
export function dotsCover(
  dst: usize, dstStride: i32, w: i32, h: i32, px: f32, py: f32, p0: f32, qx: f32, qy: f32, q0: f32, size: f32,
  radii: usize, i0: i32, j0: i32, columns: i32, rows: i32,
): void {
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const p: f32 = px * <f32>x + py * <f32>y + p0;
      const q: f32 = qx * <f32>x + qy * <f32>y + q0;
      const i = <i32>Mathf.floor(p - <f32>0.5);
      const j = <i32>Mathf.floor(q - <f32>0.5);
      let most: f32 = 0;
      for (let k = 0; k < 4; k++) {
        const column = i + (k & 1), row = j + (k >> 1);
        const c = column - i0, r = row - j0;
        if (<u32>c >= <u32>columns || <u32>r >= <u32>rows) continue;
        const radius = load<f32>(radii + 4 * (r * columns + c));
        if (radius <= 0) continue;
        const dx: f32 = (p - <f32>column - <f32>0.5) * size, dy: f32 = (q - <f32>row - <f32>0.5) * size;
        const cover: f32 = radius + <f32>0.5 - Mathf.sqrt(dx * dx + dy * dy);
        if (cover > most) most = cover;
      }
      const byte = <u32>(min(<f32>1, most) * 255 + <f32>0.5);
      store<u32>(dst + y * dstStride + 4 * x, byte * 0x01010101);
    }
  }
}

/** Pixels of one premultiplied colour times the coverage that `dst` holds, in place. */
export function colourCover(dst: usize, dstStride: i32, w: i32, h: i32, colour: i32): void {
  const two = i16x8.extend_low_i8x16_u(i32x4.splat(colour));
  const half = i16x8.splat(128);
  for (let y = 0; y < h; y++) {
    const row = dst + y * dstStride;
    for (let x = 0; x < w; x += 4) {
      const cover = v128.load(row + 4 * x);
      const low = i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(cover), two), half);
      const high = i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(cover), two), half);
      const out = i8x16.narrow_i16x8_u(
        i16x8.shr_u(i16x8.add(low, i16x8.shr_u(low, 8)), 8), i16x8.shr_u(i16x8.add(high, i16x8.shr_u(high, 8)), 8));
      storePixels(row + 4 * x, out, w - x);
    }
  }
}
