import type { CurveTable } from '../graph/values.ts';
import type { Rgb } from './colour-table.ts';

const levels = 256;

/**
 * Creates the table of a `colourOf` that changes red, green and blue independently, in place. Every 8-bit level has its
 * own value, clamped to 0-1. The table is computed when its curves are first read.
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
export function sampleCurve(curve: Float32Array, value: number): number {
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

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
