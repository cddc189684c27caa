import type { CubeTable, CurveTable, LutTable } from '../graph/values.ts';
import type { Rgb } from './colour-table.ts';

/** Maps a colour through a table and writes the result to `out`. Inputs are clamped to 0-1. */
export function sampleTable(table: LutTable, r: number, g: number, b: number, out: Rgb): void {
  if ('curves' in table) {
    const [red, green, blue] = table.curves;
    out[0] = sampleCurve(red, r);
    out[1] = sampleCurve(green, g);
    out[2] = sampleCurve(blue, b);
  } else {
    sampleCube(table, r, g, b, out);
  }
}

/**
 * Interpolates a cube table tetrahedrally: each cell is divided into tetrahedra along its grey diagonal, as in
 * Sakamoto's patent US 4,275,413 and ffmpeg's lut3d.
 */
function sampleCube(table: CubeTable, r: number, g: number, b: number, out: Rgb): void {
  const { size, values } = table;
  const last = size - 1;
  const x = clamp(r) * last;
  const y = clamp(g) * last;
  const z = clamp(b) * last;
  const x0 = Math.min(last - 1, Math.floor(x));
  const y0 = Math.min(last - 1, Math.floor(y));
  const z0 = Math.min(last - 1, Math.floor(z));
  const fx = x - x0;
  const fy = y - y0;
  const fz = z - z0;
  const near = ((z0 * size + y0) * size + x0) * 3;
  const stepX = 3;
  const stepY = size * 3;
  const stepZ = size * size * 3;
  const far = near + stepX + stepY + stepZ;
  // Corners on the path from the near to the far corner: the axis with the largest fraction first.
  const [first, second, most, middle, least] =
    fx > fy
      ? fy > fz
        ? [stepX, stepX + stepY, fx, fy, fz]
        : fx > fz
          ? [stepX, stepX + stepZ, fx, fz, fy]
          : [stepZ, stepZ + stepX, fz, fx, fy]
      : fz > fy
        ? [stepZ, stepZ + stepY, fz, fy, fx]
        : fz > fx
          ? [stepY, stepY + stepZ, fy, fz, fx]
          : [stepY, stepY + stepX, fy, fx, fz];
  for (let channel = 0; channel < 3; channel++) {
    out[channel] =
      (1 - most) * (values[near + channel] ?? 0) +
      (most - middle) * (values[near + first + channel] ?? 0) +
      (middle - least) * (values[near + second + channel] ?? 0) +
      least * (values[far + channel] ?? 0);
  }
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}

const levels = 256;

/**
 * Creates a curve table from a function `colourOf` that changes red, green and blue independently, in place. The table
 * has a value, clamped to 0-1, for each of the 256 levels of a channel. It is computed when its curves are first read.
 */
export function curveTable(id: string, colourOf: (rgb: Rgb) => void): CurveTable {
  let curves: CurveTable['curves'] | null = null;
  return {
    id,
    get curves() {
      curves ??= fill(colourOf);
      return curves;
    },
  };
}

/** Maps a channel value (0-1) through one curve of a table, interpolated linearly between the levels. */
function sampleCurve(curve: Float32Array, value: number): number {
  const place = clamp(value) * (levels - 1);
  const level = Math.min(levels - 2, Math.floor(place));
  const low = curve[level] ?? 0;
  return low + ((curve[level + 1] ?? 0) - low) * (place - level);
}

function fill(colourOf: (rgb: Rgb) => void): CurveTable['curves'] {
  const curves = [new Float32Array(levels), new Float32Array(levels), new Float32Array(levels)] as const;
  for (let level = 0; level < levels; level++) {
    const value = level / (levels - 1);
    const rgb: Rgb = [value, value, value];
    colourOf(rgb);
    for (const [channel, curve] of curves.entries()) curve[level] = clamp(rgb[channel] ?? 0);
  }
  return curves;
}
