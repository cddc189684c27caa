// How much of each pixel a (rounded, cropped, rotated) rectangle covers: the antialiased edge of opaque layers.

// @ts-ignore: decorator
@inline
function clampUnit(x: v128): v128 {
  return f32x4.pmin(f32x4.pmax(x, f32x4.splat(0)), f32x4.splat(1));
}

// What positions in single precision may be off by, and a little more. Pixels.
const slack: f64 = 1.0 / 16;

// The pixels of a row, [spanFrom, spanTo), with |start + i * step| <= most.
let spanFrom: i32 = 0;
let spanTo: i32 = 0;

function narrowSpan(start: f64, step: f64, most: f64): void {
  if (most < 0 || (Math.abs(step) < 1e-9 && Math.abs(start) > most)) spanTo = spanFrom;
  if (spanTo == spanFrom || Math.abs(step) < 1e-9) return;
  const one = (-most - start) / step;
  const other = (most - start) / step;
  const from = Math.ceil(min(one, other));
  const to = Math.floor(max(one, other)) + 1;
  if (from > <f64>spanFrom) spanFrom = from > <f64>spanTo ? spanTo : <i32>from;
  if (to < <f64>spanTo) spanTo = to < <f64>spanFrom ? spanFrom : <i32>to;
}

/**
 * Computes the antialiased coverage (0-255) of a rectangle with half sides (hx, hy) and corner radii (rx, ry), in
 * pixels of `dst`. The map converts pixels to the rectangle's coordinates, whose origin is its centre: the centre of
 * pixel (i, j) is at (px + i * pxx + j * pxy, py + i * pyx + j * pyy).
 */
export function coverRect(
  dst: usize, stride: i32, w: i32, h: i32,
  px: f64, py: f64, pxx: f64, pxy: f64, pyx: f64, pyy: f64, hx: f64, hy: f64, rx: f64, ry: f64,
): void {
  const half = f32x4.splat(0.5);
  const full = f32x4.splat(255);
  const one = f32x4.splat(1);
  const zero = f32x4.splat(0);
  const sideX = f32x4.splat(<f32>hx);
  const sideY = f32x4.splat(<f32>hy);
  const cornerX = f32x4.splat(<f32>(hx - rx));
  const cornerY = f32x4.splat(<f32>(hy - ry));
  const radius = f32x4.splat(<f32>rx);
  // Corners are circles of the radius rx in a picture that is this much higher.
  const higher = f32x4.splat(<f32>(rx > 0 ? rx / ry : 1));
  const ramp = f32x4(0, 1, 2, 3);
  const rampX = f32x4.mul(ramp, f32x4.splat(<f32>pxx));
  const rampY = f32x4.mul(ramp, f32x4.splat(<f32>pyx));
  // Rows of an upright rectangle that meet neither its ends nor its corners are all alike.
  const upright = pxy == 0 && pyx == 0;
  const alikeWithin = min(hy - 0.5, rx > 0 ? hy - ry : hy);
  let alike: usize = 0;
  for (let j = 0; j < h; j++) {
    const rowX = px + <f64>j * pxy;
    const rowY = py + <f64>j * pyy;
    const row = dst + j * stride;
    if (upright && Math.abs(rowY) <= alikeWithin) {
      if (alike != 0) {
        memory.copy(row, alike, w);
        continue;
      }
      alike = row;
    }
    // Most of a row lies well inside or well outside. Round corners reach in, and elliptic ones out.
    spanFrom = 0;
    spanTo = w;
    if (rx == 0) {
      narrowSpan(rowX, pxx, hx + 0.5 + slack);
      narrowSpan(rowY, pyx, hy + 0.5 + slack);
    }
    const first = spanFrom & ~3;
    const last = min(w, (spanTo + 3) & ~3);
    memory.fill(row, 0, first);
    memory.fill(row + last, 0, w - last);
    narrowSpan(rowX, pxx, hx - max(rx, 0.5) - slack);
    narrowSpan(rowY, pyx, hy - 0.5 - slack);
    const solidFrom = (spanFrom + 3) & ~3;
    const solidTo = spanTo & ~3;
    for (let i = first; i < last; i += 4) {
      if (i == solidFrom && solidFrom < solidTo) {
        memory.fill(row + i, 255, solidTo - i);
        i = solidTo;
        if (i >= last) break;
      }
      const x = f32x4.add(f32x4.splat(<f32>(rowX + <f64>i * pxx)), rampX);
      const y = f32x4.add(f32x4.splat(<f32>(rowY + <f64>i * pyx)), rampY);
      const ax = f32x4.abs(x);
      const ay = f32x4.abs(y);
      // Both edges count, so that layers thinner than a pixel fade instead of vanishing.
      const edgeX = f32x4.sub(
        f32x4.add(clampUnit(f32x4.add(f32x4.sub(sideX, ax), half)), clampUnit(f32x4.add(f32x4.add(sideX, ax), half))), one);
      const edgeY = f32x4.sub(
        f32x4.add(clampUnit(f32x4.add(f32x4.sub(sideY, ay), half)), clampUnit(f32x4.add(f32x4.add(sideY, ay), half))), one);
      let cover = f32x4.mul(f32x4.pmax(edgeX, zero), f32x4.pmax(edgeY, zero));
      if (rx > 0) {
        const qx = f32x4.sub(ax, cornerX);
        const qy = f32x4.sub(ay, cornerY);
        const inCorner = v128.and(f32x4.gt(qx, zero), f32x4.gt(qy, zero));
        const across = f32x4.mul(qx, qx);
        const down = f32x4.mul(qy, higher);
        const distance = f32x4.sqrt(f32x4.add(across, f32x4.mul(down, down)));
        const steeper = f32x4.mul(down, higher);
        const steepness = f32x4.div(f32x4.sqrt(f32x4.add(across, f32x4.mul(steeper, steeper))), distance);
        const round = clampUnit(f32x4.add(f32x4.div(f32x4.sub(radius, distance), steepness), half));
        cover = v128.bitselect(round, cover, inCorner);
      }
      const value = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(cover, full), half));
      const words = i16x8.narrow_i32x4_s(value, value);
      let bytes = i8x16.narrow_i16x8_u(words, words);
      if (i + 4 <= w) v128.store32_lane(row + i, bytes, 0);
      else {
        for (let k = i; k < w; k++) {
          store<u8>(row + k, i8x16.extract_lane_u(bytes, 0));
          bytes = i8x16.shuffle(bytes, bytes, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0);
        }
      }
    }
  }
}

/**
 * Computes the alpha of 4:2:0 chroma samples from the alpha of w x h luma samples. A result is the mean of two rows,
 * with the weights 1 2 1 around the left luma column, where H.264 places chroma. `dst` is (w + 1) / 2 x (h + 1) / 2.
 */
export function chromaAlpha(dst: usize, dstStride: i32, src: usize, srcStride: i32, w: i32, h: i32): void {
  const cw = (w + 1) >> 1;
  const ch = (h + 1) >> 1;
  const four = i16x8.splat(4);
  const low = i16x8.splat(255);
  for (let y = 0; y < ch; y++) {
    const a = src + 2 * y * srcStride;
    const b = 2 * y + 1 < h ? a + srcStride : a;
    const row = dst + y * dstStride;
    for (let x = 0; x < cw; x++) {
      const middle = 2 * x;
      // Eight samples: a vector that starts left of the first middle holds all lefts and middles, one two further all
      // rights.
      if (x > 0 && middle + 17 <= w) {
        const pa = v128.load(a + middle - 1), pb = v128.load(b + middle - 1);
        const rights = i16x8.add(v128.and(v128.load(a + middle + 1), low), v128.and(v128.load(b + middle + 1), low));
        const sides = i16x8.add(i16x8.add(v128.and(pa, low), v128.and(pb, low)), rights);
        const middles = i16x8.add(i16x8.shr_u(pa, 8), i16x8.shr_u(pb, 8));
        const sum = i16x8.shr_u(i16x8.add(i16x8.add(sides, four), i16x8.shl(middles, 1)), 3);
        v128.store64_lane(row + x, i8x16.narrow_i16x8_u(sum, sum), 0);
        x += 7;
        continue;
      }
      const left = middle > 0 ? middle - 1 : 0;
      const right = middle + 1 < w ? middle + 1 : middle;
      const sum =
        <i32>load<u8>(a + left) + 2 * <i32>load<u8>(a + middle) + <i32>load<u8>(a + right) +
        <i32>load<u8>(b + left) + 2 * <i32>load<u8>(b + middle) + <i32>load<u8>(b + right);
      store<u8>(row + x, (sum + 4) >> 3);
    }
  }
}
