import { grow } from '../box.ts';
import { boxRect, type NodeRules } from '../node-rules.ts';

/**
 * Opaque noise around mid grey: 0.5 +- `amount` / 2, in cells of `size` pixels. `roughness` is 0 (smooth between cells)
 * to 1 (each cell independent). The same `seed` (a 32-bit integer) gives the same noise on every backend; the formula
 * is documented at the kernel `noiseRgba`.
 */
export interface NoiseNode {
  readonly kind: 'noise';
  /** Padding around the box, as in a solid. */
  readonly room?: number;
  readonly seed: number;
  readonly size: number;
  readonly amount: number;
  readonly roughness: number;
  readonly monochrome: boolean;
}

/** Returns the rules of noise, which covers the box and its padding. */
export function noiseRules({ room = 0 }: NoiseNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs: () => [],
    opaque: () => true,
  };
}
