import type { Edge } from '../../graph/values.ts';
import type { RgbaImage } from './rgba-convert.ts';

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
