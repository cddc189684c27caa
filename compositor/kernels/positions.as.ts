// Rows of positions to sample at: pairs (u, v) of 32-bit integers in 256ths of a pixel, relative to the source's first
// pixel centre. Results x = 0, 1, ... lie `x0 + x`, `y` pixels from the box's corner.

// Behind the horizon: farther left and up than any picture reaches.
const NOWHERE: f64 = -4194304;

// @ts-ignore: decorator
@inline
function rounded(pixels: v128): v128 {
  return f64x2.floor(f64x2.add(f64x2.mul(pixels, f64x2.splat(256)), f64x2.splat(0.5)));
}

// Two positions of whole 256ths. Adding 1.5 times 2^52 leaves a whole number in the lower half of a lane.
// @ts-ignore: decorator
@inline
function storeTwo(p: usize, us: v128, vs: v128): void {
  const shift = f64x2.splat(6755399441055744);
  v128.store(p, i32x4.shuffle(f64x2.add(us, shift), f64x2.add(vs, shift), 0, 4, 2, 6));
}

// Of the last of an odd number, the first.
// @ts-ignore: decorator
@inline
function storePositions(p: usize, us: v128, vs: v128, count: i32): void {
  if (count > 1) {
    storeTwo(p, us, vs);
    return;
  }
  const shift = f64x2.splat(6755399441055744);
  v128.store64_lane(p, i32x4.shuffle(f64x2.add(us, shift), f64x2.add(vs, shift), 0, 4, 2, 6), 0);
}

// @ts-ignore: decorator
@inline
function neighbours(x: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(x), 1, x + 1);
}

/** Writes sampling positions along a horizontal row: (u0 + x du, v0). `du` is in whole pixels. */
export function rampPositions(positions: usize, count: i32, u0: f64, v0: f64, du: i32): void {
  const u = <i32>Math.floor(u0 * 256 + 0.5), v = <i32>Math.floor(v0 * 256 + 0.5);
  let two = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(v), 0, u), 2, u + 256 * du);
  const step = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 0, 512 * du), 2, 512 * du);
  const end = positions + 8 * (count & ~1);
  for (let p = positions; p < end; p += 16) {
    v128.store(p, two);
    two = i32x4.add(two, step);
  }
  if (count & 1) v128.store64_lane(end, two, 0);
}

/**
 * Writes the sampling positions of a row: those of another row, stored at `from`, moved down by `dv` 256ths of a pixel.
 */
export function lowerPositions(positions: usize, count: i32, from: usize, dv: i32): void {
  const step = i32x4.replace_lane(i32x4.replace_lane(i32x4.splat(0), 1, dv), 3, dv);
  const end = 8 * (count & ~1);
  for (let p = 0; p < end; p += 16) v128.store(positions + p, i32x4.add(v128.load(from + p), step));
  if (count & 1) v128.store64_lane(positions + end, i32x4.add(v128.load(from + end), step), 0);
}

/**
 * Writes the sampling positions of a perspective projection: ((nu + x du) / (nw + x dw), (nv + x dv) / (nw + x dw)),
 * minus (ou, ov). Where nw + x dw <= 0 (beyond the horizon), the position is outside every image.
 */
export function projectedPositions(
  positions: usize, count: i32, nu: f64, nv: f64, nw: f64, du: f64, dv: f64, dw: f64, ou: f64, ov: f64,
): void {
  const least = f64x2.splat(-2147483648), most = f64x2.splat(2147483647), nowhere = f64x2.splat(256 * NOWHERE);
  let xs = neighbours(0);
  for (let x = 0; x < count; x += 2) {
    const ws = f64x2.add(f64x2.splat(nw), f64x2.mul(xs, f64x2.splat(dw)));
    const inverse = f64x2.div(f64x2.splat(1), ws);
    const u = f64x2.mul(f64x2.add(f64x2.splat(nu), f64x2.mul(xs, f64x2.splat(du))), inverse);
    const v = f64x2.mul(f64x2.add(f64x2.splat(nv), f64x2.mul(xs, f64x2.splat(dv))), inverse);
    const us = f64x2.pmin(most, f64x2.pmax(least, rounded(f64x2.sub(u, f64x2.splat(ou)))));
    const vs = f64x2.pmin(most, f64x2.pmax(least, rounded(f64x2.sub(v, f64x2.splat(ov)))));
    const before = f64x2.gt(ws, f64x2.splat(1e-9));
    storePositions(
      positions + 8 * x, v128.bitselect(us, nowhere, before), v128.bitselect(vs, nowhere, before), count - x);
    xs = f64x2.add(xs, f64x2.splat(2));
  }
}

/**
 * Writes the sampling positions of a lens distortion. A pixel at distance r from the centre (cx, cy) is sampled at the
 * distance r (1 + amount r^2) / zoom, where r is 1 at `corner` pixels. (ou, ov) is subtracted.
 */
export function lensPositions(
  positions: usize, count: i32, x0: f64, y: f64, cx: f64, cy: f64, amount: f64, corner: f64, zoom: f64, ou: f64, ov: f64,
): void {
  const plain = f64x2.splat(1 / zoom);
  const bend = f64x2.splat((amount * (1 / zoom)) / (corner * corner));
  const dy = f64x2.splat(y - cy), squareY = f64x2.mul(dy, dy);
  let xs = neighbours(x0);
  for (let x = 0; x < count; x += 2) {
    const dx = f64x2.sub(xs, f64x2.splat(cx));
    const scale = f64x2.add(plain, f64x2.mul(bend, f64x2.add(f64x2.mul(dx, dx), squareY)));
    const us = f64x2.sub(f64x2.add(f64x2.splat(cx), f64x2.mul(dx, scale)), f64x2.splat(ou));
    const vs = f64x2.sub(f64x2.add(f64x2.splat(cy), f64x2.mul(dy, scale)), f64x2.splat(ov));
    storePositions(positions + 8 * x, rounded(us), rounded(vs), count - x);
    xs = f64x2.add(xs, f64x2.splat(2));
  }
}

// Angle of (x, y) in turns, 0-1, to 2e-6 turns. The polynomial is a minimax fit of atan on 0-1.
// @ts-ignore: decorator
@inline
function turnsOf(x: f64, y: f64): f64 {
  const ax = abs(x), ay = abs(y);
  const most = max(ax, ay);
  if (most == 0) return 0;
  const t = min(ax, ay) / most;
  const s = t * t;
  let angle =
    t * (0.99997726 + s * (-0.33262347 + s * (0.19354346 + s * (-0.11643287 + s * (0.05265332 - s * 0.01172120)))));
  angle *= 0.15915494309189535;
  if (ay > ax) angle = 0.25 - angle;
  if (x < 0) angle = 0.5 - angle;
  return y < 0 ? 1 - angle : angle;
}

// The wedge that (x, y) lies in.
function wedgeOf(x: f64, y: f64, wedges: i32, start: f64): i32 {
  let around = turnsOf(x, y) - start;
  around -= Math.floor(around);
  return min(wedges - 1, <i32>(around * <f64>wedges));
}

// Where a row leaves the wedge that it is in at `from`: the angle grows or falls all along it, by less than half a
// turn.
function wedgeEnd(from: i32, count: i32, wedge: i32, dx: f64, dy: f64, wedges: i32, start: f64): i32 {
  if (wedgeOf(dx + <f64>(count - 1), dy, wedges, start) == wedge) return count;
  let inside = from, outside = count - 1;
  while (outside - inside > 1) {
    const middle = (inside + outside) >> 1;
    if (wedgeOf(dx + <f64>middle, dy, wedges, start) == wedge) inside = middle;
    else outside = middle;
  }
  return outside;
}

/**
 * Writes the sampling positions of a kaleidoscope: a circle around (cx, cy) is divided into `wedges` (an even number),
 * of which the first starts at `start` (in turns). Every second wedge repeats the first one, the others are its mirror
 * images. (ou, ov) is subtracted. `turns` contains cosine and sine (64-bit) of each wedge's angle.
 */
export function kaleidoscopePositions(
  positions: usize, count: i32, x0: f64, y: f64, cx: f64, cy: f64, wedges: i32, start: f64, turns: usize,
  mirrorCos: f64, mirrorSin: f64, ou: f64, ov: f64,
): void {
  const dy = y - cy;
  for (let from = 0; from < count;) {
    const wedge = wedgeOf(x0 - cx + <f64>from, dy, wedges, start);
    const to = wedgeEnd(from, count, wedge, x0 - cx, dy, wedges, start);
    const c = load<f64>(turns + 16 * wedge), s = load<f64>(turns + 16 * wedge, 8);
    // Turned back into the first wedge, then mirrored about its middle when odd.
    const odd = (wedge & 1) == 1;
    const ux = odd ? c * mirrorCos - s * mirrorSin : c, uy = odd ? s * mirrorCos + c * mirrorSin : s;
    const vx = odd ? c * mirrorSin + s * mirrorCos : -s, vy = odd ? s * mirrorSin - c * mirrorCos : c;
    const u0 = f64x2.splat(cx - ou + uy * dy), v0 = f64x2.splat(cy - ov + vy * dy);
    let xs = neighbours(x0 + <f64>from);
    for (let x = from; x < to; x += 2) {
      const dx = f64x2.sub(xs, f64x2.splat(cx));
      const us = f64x2.add(u0, f64x2.mul(dx, f64x2.splat(ux)));
      const vs = f64x2.add(v0, f64x2.mul(dx, f64x2.splat(vx)));
      storePositions(positions + 8 * x, rounded(us), rounded(vs), to - x);
      xs = f64x2.add(xs, f64x2.splat(2));
    }
    from = to;
  }
}
