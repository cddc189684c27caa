import { at, type BytePlane, fromPixels } from './blend.ts';

/** Image of sRGB RGBA pixels that are not premultiplied, 4 bytes each, row by row. */
export interface RgbaPixels {
  data: Uint8Array;
  width: number;
  height: number;
}

const chromaWeights = { u: [-0.100644, -0.338572, 0.439216], v: [0.439216, -0.398942, -0.040274] } as const;

type Rgba = [red: number, green: number, blue: number, alpha: number];

/** Reference implementation of `rgbaToLuma`, in floating point. */
export function luma(image: RgbaPixels, opaque: boolean): BytePlane {
  return fromPixels(image.width, image.height, (x, y) => {
    const [red, green, blue, alpha] = pixel(image, x, y);
    const value = 16 + 0.182586 * red + 0.614231 * green + 0.062007 * blue;
    return Math.round(opaque ? value : (value * alpha) / 255);
  });
}

/** Reference implementation of `rgbaToChroma` for one of the result's planes, in floating point. */
export function chroma(image: RgbaPixels, plane: 'u' | 'v' | 'alpha', opaque: boolean): BytePlane {
  const weights = chromaWeights[plane === 'alpha' ? 'v' : plane];
  return fromPixels((image.width + 1) >> 1, (image.height + 1) >> 1, (x, y) => {
    let sum = 0;
    let alphas = 0;
    for (const row of [2 * y, 2 * y + 1]) {
      for (const [column, weight] of [
        [2 * x - 1, 1],
        [2 * x, 2],
        [2 * x + 1, 1],
      ] as const) {
        const [red, green, blue, alpha] = pixel(image, column, row);
        const share = weight * (opaque ? 1 : alpha / 255);
        sum += share * (128 + (weights[0] ?? 0) * red + (weights[1] ?? 0) * green + (weights[2] ?? 0) * blue);
        alphas += share;
      }
    }
    return Math.round(plane === 'alpha' ? (alphas / 8) * 255 : sum / 8);
  });
}

/** Reference implementation of `rgbaToFullChroma` for one of the result's planes, in floating point. */
export function fullChroma(image: RgbaPixels, plane: 'u' | 'v', opaque: boolean): BytePlane {
  const [ofRed = 0, ofGreen = 0, ofBlue = 0] = chromaWeights[plane];
  return fromPixels(image.width, image.height, (x, y) => {
    const [red, green, blue, alpha] = pixel(image, x, y);
    const value = 128 + ofRed * red + ofGreen * green + ofBlue * blue;
    return Math.round(opaque ? value : (value * alpha) / 255);
  });
}

/** Reference implementation of `yuvToRgba`, in floating point. */
export function toRgba(y: BytePlane, u: BytePlane, v: BytePlane): Uint8Array {
  const out = new Uint8Array(y.width * y.height * 4);
  for (let row = 0; row < y.height; row++) {
    for (let column = 0; column < y.width; column++) {
      const difference = (plane: BytePlane) => siteBlend(plane, column, row) - 128;
      const base = (at(y, column, row) - 16) * 1.164384;
      const red = base + 1.792741 * difference(v);
      const green = base - 0.213249 * difference(u) - 0.532909 * difference(v);
      const blue = base + 2.112402 * difference(u);
      out.set([clamp(red), clamp(green), clamp(blue), 255], (row * y.width + column) * 4);
    }
  }
  return out;
}

/**
 * Interpolates a chroma plane at a luma pixel. A chroma sample is at the left one of two luma columns, between two
 * rows.
 */
export function siteBlend(plane: BytePlane, x: number, y: number): number {
  const left = x >> 1;
  const right = x & 1 ? left + 1 : left;
  const near = y >> 1;
  const far = y & 1 ? near + 1 : near - 1;
  const across = (row: number) => (at(plane, left, row) + at(plane, right, row)) / 2;
  return across(near) * 0.75 + across(far) * 0.25;
}

function pixel(image: RgbaPixels, x: number, y: number): Rgba {
  const cx = Math.min(Math.max(x, 0), image.width - 1);
  const cy = Math.min(Math.max(y, 0), image.height - 1);
  const offset = (cy * image.width + cx) * 4;
  const byte = (k: number) => image.data[offset + k] ?? 0;
  return [byte(0), byte(1), byte(2), byte(3)];
}

function clamp(value: number): number {
  return Math.min(255, Math.max(0, Math.round(value)));
}
