import type { CoverageOf } from './coverage.ts';
import type { GraphNode } from './primitives/index.ts';
import type { LutTable } from './values.ts';

export type { GraphNode } from './primitives/index.ts';

/** Nodes of an effect graph that have the primitive `K`. */
export type GraphNodeOf<K extends GraphNode['kind']> = Extract<GraphNode, { kind: K }>;

/** Coverage of a matte: the fraction of each pixel that the matte leaves visible. */
export type Coverage = CoverageOf<GraphNode>;

/** Time, size and seed for which an effect graph is built. */
export interface Moment {
  /** Width of the box of the processed image, in pixels; `height` is its height. */
  readonly width: number;
  readonly height: number;
  /** Number of pixels of the processed image for each pixel of the document. */
  readonly scale: number;
  /**
   * Stable 32-bit seed, computed from the id of the clip. A clip that was split off another one has the seed of the
   * original.
   */
  readonly seed: number;
  /** Document frames since the start of the clip's effects (or of the transition). */
  readonly frame: number;
  /** Seconds since the start of the clip's effects (or of the transition). */
  readonly timeSec: number;
  /**
   * Edge mode beyond the image for blurs and distortions. `clamp` for images that fill their box (video, photographs);
   * `transparent` (default) for images with an outline of their own (text, shapes, stickers).
   */
  readonly edge?: 'transparent' | 'clamp';
  /** Parsed .cube files that the clip names, by `src`. */
  readonly luts?: ReadonlyMap<string, LutTable>;
}
