// Coverages made of formulas, and the colour they are shown in.
import { fade, levels } from './shared/lanes.as';
import { storePixels } from './shared/pixel.as';

/**
 * Computes an elliptical gradient of coverage: smoothstep((d - inner) / (outer - inner)) with d = |((x - cx) / rx, (y -
 * cy) / ry)|. The position of pixel (i, j) is (i, j).
 */
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

/** Colours a coverage in place: each pixel becomes the premultiplied `colour` times the coverage in `dst`. */
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

// Round dots on a turned grid, as large as a picture is dark at their middles.

// From where on dots of neighbouring cells touch.
const TOUCHING: f64 = Math.PI / 4;

// The radius, in cells, of a dot that covers the share `dark` of its cell; from where dots touch, straight to full.
function radiusOf(dark: f64): f64 {
  if (dark <= TOUCHING) return Math.sqrt(max<f64>(0, dark) / Math.PI);
  return 0.5 + ((dark - TOUCHING) / (1 - TOUCHING)) * (Math.SQRT1_2 - 0.5);
}

// 0-1: what a pixel lacks of white; transparent pixels lack nothing. BT.709 luma.
// @ts-ignore: decorator
@inline
function darknessOf(pixel: u32): f64 {
  const light = 0.2126 * <f64>(pixel & 255) + 0.7152 * <f64>((pixel >> 8) & 255) + 0.0722 * <f64>((pixel >> 16) & 255);
  return (<f64>(pixel >> 24) - light) / 255;
}

/**
 * Computes the radii of halftone dots for columns x rows cells, starting at cell (i0, j0). Writes a 32-bit float for
 * each cell: the radius plus half a pixel, in pixels, or 0 without a dot. Cells are `size` pixels wide. Their grid is
 * rotated about the box's corner: the centre of cell (i, j) is ((i + 0.5) size, (j + 0.5) size) rotated by (cos, sin).
 * The radius depends on the darkness of the pixel of `src` at this centre, or at the nearest border of the box (bw x bh
 * from (bx, by)) when the centre is outside. The first pixel of `src` is (sx, sy). Dots that touch no pixel of w x h at
 * (ox, oy) are left out.
 */
export function dotReaches(
  reaches: usize, i0: i32, j0: i32, columns: i32, rows: i32, size: f64, cos: f64, sin: f64,
  src: usize, srcStride: i32, sw: i32, sh: i32, sx: i32, sy: i32, bx: i32, by: i32, bw: i32, bh: i32, ox: i32, oy: i32, w: i32, h: i32,
): void {
  const room = 1.5 * size;
  const left = <f64>ox - room, top = <f64>oy - room;
  const right = <f64>(ox + w) + room, bottom = <f64>(oy + h) + room;
  for (let j = 0; j < rows; j++) {
    const q = (<f64>(j0 + j) + 0.5) * size;
    for (let i = 0; i < columns; i++) {
      const p = (<f64>(i0 + i) + 0.5) * size;
      const u = p * cos - q * sin, v = p * sin + q * cos;
      let reach: f32 = 0;
      if (u > left && u < right && v > top && v < bottom) {
        const x = <i32>Math.min(bx + bw - 1, Math.max(bx, Math.floor(u))) - sx;
        const y = <i32>Math.min(by + bh - 1, Math.max(by, Math.floor(v))) - sy;
        if (<u32>x < <u32>sw && <u32>y < <u32>sh) {
          const radius = <f32>(size * radiusOf(darknessOf(load<u32>(src + y * srcStride + 4 * x))));
          if (radius > 0) reach = radius + <f32>0.5;
        }
      }
      store<f32>(reaches + 4 * (j * columns + i), reach);
    }
  }
}

// Pairs of floats at four addresses: the first ones or the second ones of all.
// @ts-ignore: decorator
@inline
function pairsAt(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/**
 * Computes the coverage of the halftone dots whose radii `dotReaches` wrote, with edges one pixel wide. Cell
 * coordinates are p = px x + py y + p0, q = qx x + qy y + q0, where pixel (0, 0) of `dst` has x = ox, y = oy. The dot
 * of cell (i, j) is centred at (i + 0.5, j + 0.5). A pixel gets the largest coverage of the four dots nearest to it;
 * the table of radii must contain all four.
 */
export function dotsCover(
  dst: usize, dstStride: i32, w: i32, h: i32, ox: i32, oy: i32, px: f32, py: f32, p0: f32, qx: f32, qy: f32, q0: f32,
  size: f32, reaches: usize, i0: i32, j0: i32, columns: i32,
): void {
  const steps = f32x4(0, 1, 2, 3);
  const half = f32x4.splat(0.5);
  const one = f32x4.splat(1);
  const cell = f32x4.splat(size);
  const stride = i32x4.splat(columns);
  const below = 4 * <usize>columns;
  const origin = i32x4.splat(<i32>reaches - 4 * (j0 * columns + i0));
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowP = f32x4.splat(py * <f32>(oy + y) + p0);
    const rowQ = f32x4.splat(qy * <f32>(oy + y) + q0);
    for (let x = 0; x < w; x += 4) {
      const at = f32x4.add(f32x4.splat(<f32>(ox + x)), steps);
      const p = f32x4.sub(f32x4.add(f32x4.mul(at, f32x4.splat(px)), rowP), half);
      const q = f32x4.sub(f32x4.add(f32x4.mul(at, f32x4.splat(qx)), rowQ), half);
      const column = f32x4.floor(p), row = f32x4.floor(q);
      const cells = i32x4.add(i32x4.mul(i32x4.trunc_sat_f32x4_s(row), stride), i32x4.trunc_sat_f32x4_s(column));
      const places = i32x4.add(origin, i32x4.shl(cells, 2));
      const a = <usize>i32x4.extract_lane(places, 0), b = <usize>i32x4.extract_lane(places, 1);
      const c = <usize>i32x4.extract_lane(places, 2), d = <usize>i32x4.extract_lane(places, 3);
      const upperAB = pairsAt(a, b), upperCD = pairsAt(c, d);
      const lowerAB = pairsAt(a + below, b + below), lowerCD = pairsAt(c + below, d + below);
      const reachTL = i32x4.shuffle(upperAB, upperCD, 0, 2, 4, 6), reachTR = i32x4.shuffle(upperAB, upperCD, 1, 3, 5, 7);
      const reachBL = i32x4.shuffle(lowerAB, lowerCD, 0, 2, 4, 6), reachBR = i32x4.shuffle(lowerAB, lowerCD, 1, 3, 5, 7);
      const right = f32x4.sub(p, column), down = f32x4.sub(q, row);
      const dxL = f32x4.mul(right, cell), dxR = f32x4.mul(f32x4.sub(right, one), cell);
      const dyT = f32x4.mul(down, cell), dyB = f32x4.mul(f32x4.sub(down, one), cell);
      const xL = f32x4.mul(dxL, dxL), xR = f32x4.mul(dxR, dxR);
      const yT = f32x4.mul(dyT, dyT), yB = f32x4.mul(dyB, dyB);
      const upper = f32x4.pmax(
        f32x4.sub(reachTL, f32x4.sqrt(f32x4.add(xL, yT))), f32x4.sub(reachTR, f32x4.sqrt(f32x4.add(xR, yT))));
      const lower = f32x4.pmax(
        f32x4.sub(reachBL, f32x4.sqrt(f32x4.add(xL, yB))), f32x4.sub(reachBR, f32x4.sqrt(f32x4.add(xR, yB))));
      const bytes = levels(f32x4.pmax(upper, lower));
      storePixels(rowD + 4 * x, i8x16.shuffle(bytes, bytes, 0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12), w - x);
    }
  }
}
