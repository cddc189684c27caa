import type { Edge } from '../../graph/values.ts';
import { at, type BytePlane, fromPixels } from './blend.ts';
import { siteBlend } from './convert.ts';

/** Planar 4:2:0 image, BT.709 limited range. If it has alpha, its colours are premultiplied. */
export interface PlanarImage {
  luma: BytePlane;
  u: BytePlane;
  v: BytePlane;
  alpha: { luma: BytePlane; chroma: BytePlane } | null;
}

/** Image of premultiplied RGBA pixels, 4 bytes each, row by row. */
export interface RgbaImage {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Reference implementation of `planarToRgba`, in floating point. */
export function planarToRgba({ luma, u, v, alpha }: PlanarImage): RgbaImage {
  const { width, height } = luma;
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cover = alpha ? at(alpha.luma, x, y) : 255;
      const zero = 128 * (alpha ? siteBlend(alpha.chroma, x, y) / 255 : 1);
      const base = (at(luma, x, y) - (16 * cover) / 255) * 1.164384;
      const blue = siteBlend(u, x, y) - zero;
      const red = siteBlend(v, x, y) - zero;
      const clamp = (value: number) => Math.min(cover, Math.max(0, Math.round(value)));
      const pixel = [base + 1.792741 * red, base - 0.213249 * blue - 0.532909 * red, base + 2.112402 * blue];
      data.set([...pixel.map(clamp), cover], (y * width + x) * 4);
    }
  }
  return { data, width, height };
}

/** Reference implementation of `rgbaToPlanar`, in floating point. */
export function rgbaToPlanar(image: RgbaImage, withAlpha: boolean): PlanarImage {
  const share = (pixel: Pixel) => (withAlpha ? pixel.a / 255 : 1);
  const luma = fromPixels(image.width, image.height, (x, y) => {
    const pixel = pixelAt(image, x, y);
    return Math.round(16 * share(pixel) + 0.182586 * pixel.r + 0.614231 * pixel.g + 0.062007 * pixel.b);
  });
  const u = (pixel: Pixel) => 128 * share(pixel) - 0.100644 * pixel.r - 0.338572 * pixel.g + 0.439216 * pixel.b;
  const v = (pixel: Pixel) => 128 * share(pixel) + 0.439216 * pixel.r - 0.398942 * pixel.g - 0.040274 * pixel.b;
  return {
    luma,
    u: atSites(image, u),
    v: atSites(image, v),
    alpha: withAlpha
      ? {
          luma: fromPixels(image.width, image.height, (x, y) => pixelAt(image, x, y).a),
          chroma: atSites(image, (pixel) => pixel.a),
        }
      : null,
  };
}

interface Pixel {
  r: number;
  g: number;
  b: number;
  a: number;
}

function pixelAt(image: RgbaImage, x: number, y: number): Pixel {
  const cx = Math.min(Math.max(x, 0), image.width - 1);
  const cy = Math.min(Math.max(y, 0), image.height - 1);
  const byte = (k: number) => image.data[(cy * image.width + cx) * 4 + k] ?? 0;
  return { r: byte(0), g: byte(1), b: byte(2), a: byte(3) };
}

function atSites(image: RgbaImage, value: (pixel: Pixel) => number): BytePlane {
  return fromPixels((image.width + 1) >> 1, (image.height + 1) >> 1, (x, y) => {
    const row = (line: number) =>
      value(pixelAt(image, 2 * x - 1, line)) +
      2 * value(pixelAt(image, 2 * x, line)) +
      value(pixelAt(image, 2 * x + 1, line));
    return Math.min(255, Math.max(0, Math.round((row(2 * y) + row(2 * y + 1)) / 8)));
  });
}

/**
 * Samples an image bilinearly at (u, v), in indices of pixel centres, in floating point. Returns r, g, b, a of 0-255.
 */
export function sample(image: RgbaImage, u: number, v: number, edge: Edge): number[] {
  const [x, y] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - x, v - y];
  const mix = (a: number[], b: number[], share: number) => a.map((value, k) => value + ((b[k] ?? 0) - value) * share);
  const row = (line: number) => mix(pixel(image, x, line, edge), pixel(image, x + 1, line, edge), fx);
  return mix(row(y), row(y + 1), fy);
}

function pixel(image: RgbaImage, x: number, y: number, edge: Edge): number[] {
  const column = fold(x, image.width, edge);
  const line = fold(y, image.height, edge);
  if (column === null || line === null) return [0, 0, 0, 0];
  const at = (line * image.width + column) * 4;
  return [...image.data.subarray(at, at + 4)];
}

function fold(index: number, size: number, edge: Edge): number | null {
  if (index >= 0 && index < size) return index;
  const modulo = (a: number, b: number) => ((a % b) + b) % b;
  switch (edge) {
    case 'transparent':
      return null;
    case 'clamp':
      return index < 0 ? 0 : size - 1;
    case 'wrap':
      return modulo(index, size);
    case 'mirror': {
      const turn = modulo(index, 2 * size);
      return turn < size ? turn : 2 * size - 1 - turn;
    }
  }
}
