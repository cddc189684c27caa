import type { Kernels } from '../../../kernels/kernel-module.ts';
import type { RgbaSurface } from '../rgba-surface.ts';

/**
 * Writes the positions of pixels [from, to) of a row that starts at `left`. The pixel with centre x gets the box
 * position (a + x * da, v).
 */
export function rampTo(
  kernels: Kernels,
  positions: number,
  left: number,
  source: RgbaSurface,
  span: { from: number; to: number; a: number; da: 1 | -1; v: number },
): void {
  const { from, to, a, da, v } = span;
  if (to <= from) return;
  const u = a + (from + 0.5) * da - source.x - 0.5;
  kernels.run.rampPositions(positions + (from - left) * 8, to - from, u, v - source.y - 0.5, da);
}

/** Returns the first pixel whose centre is at or beyond `edge`, clamped to `from`..`to`. */
export function firstBeyond(edge: number, from: number, to: number): number {
  return Math.min(to, Math.max(from, Math.ceil(edge - 0.5)));
}
