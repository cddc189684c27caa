import { grow } from '../box.ts';
import { boxRect, type NodeRules } from '../node-rules.ts';

/**
 * Opaque noise around mid grey: 0.5 +- `amount` / 2, cells of `size` pixels, `roughness` 0 (smooth between cells) to 1
 * (each cell for itself). The same `seed` (a 32-bit integer) gives the same noise on every backend; the formula stands with
 * the kernel `noiseRgba`.
 */
export interface NoiseNode {
  readonly kind: 'noise';
  /** As of a solid. */
  readonly room?: number;
  readonly seed: number;
  readonly size: number;
  readonly amount: number;
  readonly roughness: number;
  readonly monochrome: boolean;
}

/** Covers the box and its room. */
export function noiseRules({ room = 0 }: NoiseNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs: () => [],
    opaque: () => true,
  };
}
