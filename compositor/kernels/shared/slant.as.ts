// Where slanted lines cross a row of pixels.

// Lines that lean less are as good as upright; their weights would be differences of almost equal numbers.
const upright: f64 = 0.01;

// @ts-ignore: decorator
@inline
function cubeOf(x: f64): f64 {
  return abs(x * x * x);
}

// The second difference of |x|^3 over `step`.
// @ts-ignore: decorator
@inline
function bendOf(x: f64, step: f64): f64 {
  return cubeOf(x - step) - 2 * cubeOf(x) + cubeOf(x + step);
}

// The weight, in 256ths, of a pixel `x` right of where a line crosses the row's middle: what bilinear samples all along
// the line take from it, a triangle of half width 1 smoothed by one of half width `lean`.
function weightOf(x: f64, lean: f64): i32 {
  if (lean < upright) return <i32>Math.floor(256 * max(0, 1 - abs(x)) + 0.5);
  const weight = (bendOf(x - 1, lean) - 2 * bendOf(x, lean) + bendOf(x + 1, lean)) / (12 * lean * lean);
  return <i32>Math.floor(256 * max(0, weight) + 0.5);
}

/**
 * Samples a row of pixels where slanted lines cross it. The lines move `lean` (0-1) pixels to the right in each row.
 * They cross the row `part` 256ths of a pixel to the right of the pixels at `src`. Writes `count` pixels in whole
 * vectors. Reads one pixel before the first and two after the last.
 */
export function slantRow(dst: usize, src: usize, count: i32, part: i32, lean: f64): void {
  const place = <f64>part / 256;
  const first = weightOf(1 + place, lean), third = weightOf(1 - place, lean), last = weightOf(2 - place, lean);
  const second = 256 - first - third - last;
  const w0 = i16x8.splat(<i16>first), w1 = i16x8.splat(<i16>second), w2 = i16x8.splat(<i16>third);
  const w3 = i16x8.splat(<i16>last), half = i16x8.splat(128);
  const end = src + 4 * count;
  if (first == 0 && last == 0) {
    for (let p = src, t = dst; p < end; p += 16, t += 16) {
      const low = i16x8.add(
        i16x8.mul(v128.load_ext<u8>(p), w1), i16x8.add(half, i16x8.mul(v128.load_ext<u8>(p, 4), w2)));
      const high = i16x8.add(
        i16x8.mul(v128.load_ext<u8>(p, 8), w1), i16x8.add(half, i16x8.mul(v128.load_ext<u8>(p, 12), w2)));
      v128.store(t, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8)));
    }
    return;
  }
  for (let p = src, t = dst; p < end; p += 16, t += 16) {
    const b = v128.load_ext<u8>(p, 4), c = v128.load_ext<u8>(p, 8);
    const low = i16x8.add(
      i16x8.add(i16x8.mul(v128.load_ext<u8>(p - 4), w0), i16x8.mul(v128.load_ext<u8>(p), w1)),
      i16x8.add(i16x8.add(half, i16x8.mul(b, w2)), i16x8.mul(c, w3)));
    const high = i16x8.add(
      i16x8.add(i16x8.mul(b, w0), i16x8.mul(c, w1)),
      i16x8.add(
        i16x8.add(half, i16x8.mul(v128.load_ext<u8>(p, 12), w2)), i16x8.mul(v128.load_ext<u8>(p, 16), w3)));
    v128.store(t, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8)));
  }
}
