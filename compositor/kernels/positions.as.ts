// Rows of positions to sample at: pairs (u, v) of 32-bit integers in 256ths of a pixel, relative to the source's first
// pixel centre. Results x = 0, 1, ... lie `x0 + x`, `y` pixels from the box's corner.

const NOWHERE: i32 = -1073741824;

// @ts-ignore: decorator
@inline
function store256ths(p: usize, u: f64, v: f64): void {
  const both = f64x2.replace_lane(f64x2.splat(u), 1, v);
  const rounded = f64x2.floor(f64x2.add(f64x2.mul(both, f64x2.splat(256)), f64x2.splat(0.5)));
  v128.store64_lane(p, i32x4.trunc_sat_f64x2_s_zero(rounded), 0);
}

/** u0 + x du, v0 + x dv. */
export function rampPositions(positions: usize, count: i32, u0: f64, v0: f64, du: f64, dv: f64): void {
  for (let x = 0; x < count; x++) store256ths(positions + 8 * x, u0 + <f64>x * du, v0 + <f64>x * dv);
}

/** (nu + x du) / (nw + x dw), (nv + x dv) / (nw + x dw), less (ou, ov); nowhere behind the horizon (nw + x dw <= 0). */
export function projectedPositions(
  positions: usize, count: i32, nu: f64, nv: f64, nw: f64, du: f64, dv: f64, dw: f64, ou: f64, ov: f64,
): void {
  for (let x = 0; x < count; x++) {
    const w = nw + <f64>x * dw;
    const p = positions + 8 * x;
    if (w > 1e-9) {
      const inverse: f64 = 1 / w;
      store256ths(p, (nu + <f64>x * du) * inverse - ou, (nv + <f64>x * dv) * inverse - ov);
    } else {
      store<i32>(p, NOWHERE);
      store<i32>(p, NOWHERE, 4);
    }
  }
}

/** From the centre (cx, cy), r (1 + amount r^2) / zoom as far, where r is 1 at `corner` pixels; less (ou, ov). */
export function lensPositions(
  positions: usize, count: i32, x0: f64, y: f64, cx: f64, cy: f64, amount: f64, corner: f64, zoom: f64, ou: f64, ov: f64,
): void {
  const plain = 1 / zoom;
  const bend = (amount * plain) / (corner * corner);
  const dy = y - cy;
  for (let x = 0; x < count; x++) {
    const dx = x0 + <f64>x - cx;
    const scale = plain + bend * (dx * dx + dy * dy);
    store256ths(positions + 8 * x, cx + dx * scale - ou, cy + dy * scale - ov);
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

/**
 * A circle of `wedges` (even) around (cx, cy), the first starting at `start` (turns): every second one is the
 * first, the others its mirror images; less (ou, ov). `turns` holds cosine and sine (64-bit) of each wedge's angle.
 */
export function kaleidoscopePositions(
  positions: usize, count: i32, x0: f64, y: f64, cx: f64, cy: f64, wedges: i32, start: f64, turns: usize,
  mirrorCos: f64, mirrorSin: f64, ou: f64, ov: f64,
): void {
  const dy = y - cy;
  for (let x = 0; x < count; x++) {
    const dx = x0 + <f64>x - cx;
    let around = turnsOf(dx, dy) - start;
    around -= Math.floor(around);
    let wedge = <i32>(around * <f64>wedges);
    if (wedge >= wedges) wedge = wedges - 1;
    const c = load<f64>(turns + 16 * wedge), s = load<f64>(turns + 16 * wedge, 8);
    // Turned back into the first wedge, then mirrored about its middle when odd.
    let px = dx * c + dy * s;
    let py = dy * c - dx * s;
    if (wedge & 1) {
      const mx = px * mirrorCos + py * mirrorSin;
      py = px * mirrorSin - py * mirrorCos;
      px = mx;
    }
    store256ths(positions + 8 * x, cx + px - ou, cy + py - ov);
  }
}
