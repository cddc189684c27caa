import { at, type BytePlane, fromPixels } from './blend.ts';
import type { RgbaImage } from './rgba-convert.ts';

/** Reference implementation of `halvePlane`. */
export function halve(src: BytePlane): BytePlane {
  return fromPixels((src.width + 1) >> 1, (src.height + 1) >> 1, (x, y) => {
    const sum =
      at(src, 2 * x, 2 * y) + at(src, 2 * x + 1, 2 * y) + at(src, 2 * x, 2 * y + 1) + at(src, 2 * x + 1, 2 * y + 1);
    return (sum + 2) >> 2;
  });
}

/**
 * Sampling positions along one axis: the source position of the first sample and the distance between samples, in
 * pixels.
 */
export interface Axis {
  start: number;
  step: number;
}

/** Reference implementation of `scalePlane`: scales vertically first, rounds to bytes, then scales horizontally. */
export function scale(src: BytePlane, width: number, height: number, x: Axis, y: Axis): BytePlane {
  const rows = fromPixels(src.width, height, (column, row) => {
    const taps = tapsAt(y.start + row * y.step, y.step);
    return taps.reduce((sum, [index, weight]) => sum + at(src, column, index) * weight, 64) >> 7;
  });
  return fromPixels(width, height, (column, row) => {
    const taps = tapsAt(x.start + column * x.step, x.step);
    return taps.reduce((sum, [index, weight]) => sum + at(rows, index, row) * weight, 64) >> 7;
  });
}

// Returns the pixels under a box of max(1, |step|) pixels around `centre`, with weights in 128ths.
function tapsAt(centre: number, step: number): [index: number, weight: number][] {
  const box = Math.max(1, Math.abs(step));
  const left = centre + 0.5 - box * 0.5;
  const right = left + box;
  const first = Math.floor(left);
  const w0 = Math.floor(((Math.min(right, first + 1) - left) / box) * 128 + 0.5);
  const w2 = right > first + 2 ? Math.floor(((right - first - 2) / box) * 128 + 0.5) : 0;
  return [
    [first, w0],
    [first + 1, 128 - w0 - w2],
    [first + 2, w2],
  ];
}

/**
 * Affine map to source positions: the position (u0, v0) of the first pixel, and the steps for one pixel to the right
 * (ux, vx) and down (uy, vy).
 */
export interface AffineMap {
  u0: number;
  v0: number;
  ux: number;
  uy: number;
  vx: number;
  vy: number;
}

/** Reference implementation of `affinePlane`. */
export function affine(src: BytePlane, width: number, height: number, map: AffineMap, band: number): BytePlane {
  const one = 65536;
  const outer = Math.floor(band * one);
  const lastU = (src.width - 1) * one;
  const lastV = (src.height - 1) * one;
  const fixed = (value: number) => Math.floor(value * one + 0.5);
  return fromPixels(width, height, (x, y) => {
    const u = fixed(map.u0 + y * map.uy) + x * fixed(map.ux);
    const v = fixed(map.v0 + y * map.vy) + x * fixed(map.vx);
    if (u < -outer || v < -outer || u > lastU + outer || v > lastV + outer) return 0;
    return bilinear(src, Math.min(Math.max(u, 0), lastU), Math.min(Math.max(v, 0), lastV));
  });
}

function bilinear(src: BytePlane, u: number, v: number): number {
  const x = u >> 16;
  const y = v >> 16;
  const lerp = (a: number, b: number, weight: number) => a + (((b - a) * weight + 64) >> 7);
  const fx = (u >> 9) & 127;
  const top = lerp(at(src, x, y), at(src, x + 1, y), fx);
  const bottom = lerp(at(src, x, y + 1), at(src, x + 1, y + 1), fx);
  return lerp(top, bottom, (v >> 9) & 127);
}

/**
 * Computes the exact Gaussian blur of an image in floating point; the result has the size of the image. Outside the
 * image, edge pixels are repeated (`clamp`) or values are 0.
 */
export function gaussian(image: RgbaImage, sigmaX: number, sigmaY: number, clamp: boolean): Float64Array {
  const across = blurAxis(Float64Array.from(image.data), image.width, image.height, 4, sigmaX, clamp);
  return transposed(
    blurAxis(transposed(across, image.width, image.height), image.height, image.width, 4, sigmaY, clamp),
    image.height,
    image.width,
  );
}

function blurAxis(data: Float64Array, width: number, height: number, step: number, sigma: number, clamp: boolean) {
  if (sigma <= 0) return data;
  const radius = Math.ceil(sigma * 5);
  const weights = Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let i = -radius; i <= radius; i++) {
        const column = x + i;
        if (!clamp && (column < 0 || column >= width)) continue;
        const from = (y * width + Math.min(Math.max(column, 0), width - 1)) * step;
        const weight = (weights[i + radius] ?? 0) / sum;
        for (let k = 0; k < step; k++) {
          const at = (y * width + x) * step + k;
          out[at] = (out[at] ?? 0) + weight * (data[from + k] ?? 0);
        }
      }
    }
  }
  return out;
}

function transposed(data: Float64Array, width: number, height: number): Float64Array {
  const out = new Float64Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let k = 0; k < 4; k++) out[(x * height + y) * 4 + k] = data[(y * width + x) * 4 + k] ?? 0;
    }
  }
  return out;
}
