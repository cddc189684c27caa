import type { CubeTable } from '../graph/values.ts';

/**
 * Colour in a table: gamma-encoded sRGB, not premultiplied, 0-1. Values may be outside this range during a calculation.
 */
export type Rgb = [r: number, g: number, b: number];

/**
 * Creates a three-dimensional colour table (cube) with `size` points in each dimension. `colourOf` changes a colour in
 * place; its results are clamped to 0-1. It is called when the values are first read, so that a table found in a cache
 * by its `id` need not be computed.
 */
export function colourTable(id: string, size: number, colourOf: (rgb: Rgb) => void): CubeTable {
  let values: Float32Array | null = null;
  return {
    id,
    size,
    get values() {
      values ??= fill(size, colourOf);
      return values;
    },
  };
}

function fill(size: number, colourOf: (rgb: Rgb) => void): Float32Array {
  const values = new Float32Array(size ** 3 * 3);
  const rgb: Rgb = [0, 0, 0];
  const last = size - 1;
  let at = 0;
  for (let b = 0; b < size; b++) {
    for (let g = 0; g < size; g++) {
      for (let r = 0; r < size; r++) {
        rgb[0] = r / last;
        rgb[1] = g / last;
        rgb[2] = b / last;
        colourOf(rgb);
        values[at++] = Math.min(1, Math.max(0, rgb[0]));
        values[at++] = Math.min(1, Math.max(0, rgb[1]));
        values[at++] = Math.min(1, Math.max(0, rgb[2]));
      }
    }
  }
  return values;
}

/** Computes the luma of a gamma-encoded colour with the weights of BT.709. */
export function lumaOf(r: number, g: number, b: number): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
