// Between straight-alpha sRGB pixels and planes of BT.709 limited range, 8 bits. Weights are in 65536ths.
import { planarToRgba } from './rgba-convert.as';
import { aroundSite } from './shared/chroma-site.as';

const YR: i32 = 11966, YG: i32 = 40254, YB: i32 = 4064;
const UR: i32 = -6596, UG: i32 = -22189, UB: i32 = 28785;
const VR: i32 = 28784, VG: i32 = -26145, VB: i32 = -2639;

/** Luma of w x h RGBA pixels, multiplied by alpha (divided by 255, rounded), and the alpha itself when `alpha` is not 0. */
export function rgbaToLuma(luma: usize, stride: i32, alpha: usize, rgba: usize, w: i32, h: i32): void {
  for (let y = 0; y < h; y++) {
    let p = rgba + y * w * 4;
    for (let x = 0; x < w; x++, p += 4) {
      const value =
        (16 << 16) + YR * <i32>load<u8>(p) + YG * <i32>load<u8>(p, 1) + YB * <i32>load<u8>(p, 2);
      if (alpha == 0) {
        store<u8>(luma + y * stride + x, (value + 32768) >> 16);
        continue;
      }
      const a = <i32>load<u8>(p, 3);
      store<u8>(alpha + y * stride + x, a);
      store<u8>(luma + y * stride + x, <i32>((<i64>value * a + (255 << 15)) / (255 << 16)));
    }
  }
}

/**
 * Chroma of w x h RGBA pixels, multiplied by the chroma samples' alpha, which is also written when `alpha` is not 0.
 * Weights 1 2 1 around the left luma column, mean of two rows. Planes are (w + 1) / 2 x (h + 1) / 2.
 */
export function rgbaToChroma(
  planeU: usize, planeV: usize, stride: i32, alpha: usize, rgba: usize, w: i32, h: i32,
): void {
  const cw = (w + 1) >> 1;
  const ch = (h + 1) >> 1;
  for (let y = 0; y < ch; y++) {
    const a = rgba + 2 * y * w * 4;
    const b = 2 * y + 1 < h ? a + w * 4 : a;
    for (let x = 0; x < cw; x++) {
      const middle = 2 * x;
      const left = middle > 0 ? middle - 1 : 0;
      const right = middle + 1 < w ? middle + 1 : middle;
      if (alpha == 0) {
        const at = y * stride + x;
        const red = aroundSite(a, b, left, middle, right, 0);
        const green = aroundSite(a, b, left, middle, right, 1);
        const blue = aroundSite(a, b, left, middle, right, 2);
        // Eight times a weighted mean: 16 bits of weights and 3 of the mean.
        const base: i32 = (128 << 19) + (1 << 18);
        const wideU: i32 = base + UR * red + UG * green + UB * blue;
        const wideV: i32 = base + VR * red + VG * green + VB * blue;
        store<u8>(planeU + at, wideU >> 19);
        store<u8>(planeV + at, wideV >> 19);
        continue;
      }
      let red = 0, green = 0, blue = 0, sum = 0;
      for (let k = 0; k < 6; k++) {
        const column = k % 3 == 0 ? left : k % 3 == 1 ? middle : right;
        const p = (k < 3 ? a : b) + column * 4;
        const weight = (k % 3 == 1 ? 2 : 1) * <i32>load<u8>(p, 3);
        red += weight * <i32>load<u8>(p);
        green += weight * <i32>load<u8>(p, 1);
        blue += weight * <i32>load<u8>(p, 2);
        sum += weight;
      }
      // `sum` is 8 * 255 when opaque; the products stay below 2^43.
      const scale: i64 = 8 * 255;
      const u = (<i64>sum * (128 << 16) + <i64>UR * red + <i64>UG * green + <i64>UB * blue + (scale << 15)) / (scale << 16);
      const v = (<i64>sum * (128 << 16) + <i64>VR * red + <i64>VG * green + <i64>VB * blue + (scale << 15)) / (scale << 16);
      const at = y * stride + x;
      store<u8>(planeU + at, <i32>u);
      store<u8>(planeV + at, <i32>v);
      store<u8>(alpha + at, (sum + 4) >> 3);
    }
  }
}

/** Opaque RGBA of w x h pixels, rows without gaps: see `planarToRgba`. */
export function yuvToRgba(
  rgba: usize, luma: usize, lumaStride: i32, planeU: usize, planeV: usize, chromaStride: i32, w: i32, h: i32,
): void {
  planarToRgba(rgba, 4 * w, luma, lumaStride, planeU, planeV, chromaStride, 0, 0, w, h);
}
