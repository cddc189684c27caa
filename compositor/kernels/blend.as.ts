// Layers over a plane, with an alpha plane of the same size. Alpha 0-255 is widened to 0-256 by a + (a >> 7), so that
// 255 is exactly opaque; opacity is 0-256.

// @ts-ignore: decorator
@inline
function widen(a: v128): v128 {
  return i16x8.add(a, i16x8.shr_u(a, 7));
}

// 256 * 256 does not fit a lane: full opacity must not multiply.
// @ts-ignore: decorator
@inline
function weigh(a: v128, opacity: v128, half: v128, whole: bool): v128 {
  if (whole) return widen(a);
  return i16x8.shr_u(i16x8.add(i16x8.mul(widen(a), opacity), half), 8);
}

/**
 * Blends a colour plane that is premultiplied by `alpha` over a plane: dst = dst * (1 - alpha * opacity) + colour *
 * opacity. Pixels whose alpha is 0 do not change.
 */
export function blendPremultiplied(
  dst: usize, dstStride: i32, colour: usize, alpha: usize, stride: i32, w: i32, h: i32, opacity: i32,
): void {
  const half = i16x8.splat(128);
  const one = i16x8.splat(256);
  const zero = i8x16.splat(0);
  const op = i16x8.splat(<i16>opacity);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowC = colour + y * stride;
    const rowA = alpha + y * stride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      const a = v128.load(rowA + x);
      if (!v128.any_true(a)) continue;
      const c = v128.load(rowC + x);
      const d = v128.load(rowD + x);
      const keepLow = i16x8.sub(one, weigh(i16x8.extend_low_i8x16_u(a), op, half, opacity == 256));
      const keepHigh = i16x8.sub(one, weigh(i16x8.extend_high_i8x16_u(a), op, half, opacity == 256));
      // Saturating: resampled colour can exceed its resampled alpha by a rounding step.
      const low = i16x8.add_sat_u(
        i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(d), keepLow), half),
        i16x8.mul(i16x8.extend_low_i8x16_u(c), op),
      );
      const high = i16x8.add_sat_u(
        i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(d), keepHigh), half),
        i16x8.mul(i16x8.extend_high_i8x16_u(c), op),
      );
      const out = i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8));
      v128.store(rowD + x, v128.bitselect(d, out, i8x16.eq(a, zero)));
    }
    for (; x < w; x++) {
      const a = <i32>load<u8>(rowA + x);
      if (a == 0) continue;
      const keep = 256 - (((a + (a >> 7)) * opacity + 128) >> 8);
      const sum = <i32>load<u8>(rowD + x) * keep + 128 + <i32>load<u8>(rowC + x) * opacity;
      store<u8>(rowD + x, (sum > 65535 ? 65535 : sum) >> 8);
    }
  }
}

/** Blends a colour plane that is not premultiplied over a plane: dst = dst + (colour - dst) * alpha * opacity. */
export function blendStraight(
  dst: usize, dstStride: i32, colour: usize, colourStride: i32, alpha: usize, alphaStride: i32,
  w: i32, h: i32, opacity: i32,
): void {
  const half = i16x8.splat(128);
  const one = i16x8.splat(256);
  const opaque = i8x16.splat(-1);
  const op = i16x8.splat(<i16>opacity);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowC = colour + y * colourStride;
    const rowA = alpha + y * alphaStride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      const a = v128.load(rowA + x);
      if (!v128.any_true(a)) continue;
      const c = v128.load(rowC + x);
      let low = op;
      let high = op;
      if (i8x16.all_true(i8x16.eq(a, opaque))) {
        if (opacity == 256) {
          v128.store(rowD + x, c);
          continue;
        }
      } else {
        low = weigh(i16x8.extend_low_i8x16_u(a), op, half, opacity == 256);
        high = weigh(i16x8.extend_high_i8x16_u(a), op, half, opacity == 256);
      }
      const d = v128.load(rowD + x);
      const sumLow = i16x8.add(
        i16x8.mul(i16x8.extend_low_i8x16_u(d), i16x8.sub(one, low)),
        i16x8.mul(i16x8.extend_low_i8x16_u(c), low),
      );
      const sumHigh = i16x8.add(
        i16x8.mul(i16x8.extend_high_i8x16_u(d), i16x8.sub(one, high)),
        i16x8.mul(i16x8.extend_high_i8x16_u(c), high),
      );
      v128.store(
        rowD + x,
        i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(sumLow, half), 8), i16x8.shr_u(i16x8.add(sumHigh, half), 8)),
      );
    }
    for (; x < w; x++) {
      const a = <i32>load<u8>(rowA + x);
      const weight = ((a + (a >> 7)) * opacity + 128) >> 8;
      const sum = <i32>load<u8>(rowD + x) * (256 - weight) + <i32>load<u8>(rowC + x) * weight + 128;
      store<u8>(rowD + x, sum >> 8);
    }
  }
}

/**
 * Multiplies a plane by alpha and opacity: dst = src * alpha * opacity. If `alpha` is 0 (no plane), dst = src *
 * opacity. `dst` may be `src`.
 */
export function multiplyRect(
  dst: usize, dstStride: i32, src: usize, srcStride: i32, alpha: usize, alphaStride: i32,
  w: i32, h: i32, opacity: i32,
): void {
  const half = i16x8.splat(128);
  const opaque = i8x16.splat(-1);
  const op = i16x8.splat(<i16>opacity);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowS = src + y * srcStride;
    const rowA = alpha + y * alphaStride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      const s = v128.load(rowS + x);
      let low = op;
      let high = op;
      if (alpha != 0) {
        const a = v128.load(rowA + x);
        if (opacity == 256 && i8x16.all_true(i8x16.eq(a, opaque))) {
          if (dst != src) v128.store(rowD + x, s);
          continue;
        }
        low = weigh(i16x8.extend_low_i8x16_u(a), op, half, opacity == 256);
        high = weigh(i16x8.extend_high_i8x16_u(a), op, half, opacity == 256);
      }
      low = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_low_i8x16_u(s), low), half), 8);
      high = i16x8.shr_u(i16x8.add(i16x8.mul(i16x8.extend_high_i8x16_u(s), high), half), 8);
      v128.store(rowD + x, i8x16.narrow_i16x8_u(low, high));
    }
    for (; x < w; x++) {
      let weight = opacity;
      if (alpha != 0) {
        const a = <i32>load<u8>(rowA + x);
        weight = ((a + (a >> 7)) * opacity + 128) >> 8;
      }
      store<u8>(rowD + x, (<i32>load<u8>(rowS + x) * weight + 128) >> 8);
    }
  }
}

// Weighted sums of two planes: crossfades and opacity of opaque layers.

/**
 * Mixes two planes: dst = (a * (256 - weight) + b * weight + 128) >> 8, with weight 0-256. At weight 0 and 256 the
 * result is exactly `a` or `b`. `dst` may be `a` or `b`.
 */
export function mixRect(
  dst: usize, dstStride: i32, a: usize, aStride: i32, b: usize, bStride: i32, w: i32, h: i32, weight: i32,
): void {
  const weightA = i16x8.splat(<i16>(256 - weight));
  const weightB = i16x8.splat(<i16>weight);
  const half = i16x8.splat(128);
  for (let y = 0; y < h; y++) {
    const rowD = dst + y * dstStride;
    const rowA = a + y * aStride;
    const rowB = b + y * bStride;
    let x = 0;
    for (; x + 16 <= w; x += 16) {
      const va = v128.load(rowA + x);
      const vb = v128.load(rowB + x);
      const low = i16x8.add(
        i16x8.mul(i16x8.extend_low_i8x16_u(va), weightA),
        i16x8.mul(i16x8.extend_low_i8x16_u(vb), weightB),
      );
      const high = i16x8.add(
        i16x8.mul(i16x8.extend_high_i8x16_u(va), weightA),
        i16x8.mul(i16x8.extend_high_i8x16_u(vb), weightB),
      );
      v128.store(
        rowD + x,
        i8x16.narrow_i16x8_u(i16x8.shr_u(i16x8.add(low, half), 8), i16x8.shr_u(i16x8.add(high, half), 8)),
      );
    }
    for (; x < w; x++) {
      const sum = <i32>load<u8>(rowA + x) * (256 - weight) + <i32>load<u8>(rowB + x) * weight + 128;
      store<u8>(rowD + x, sum >> 8);
    }
  }
}
