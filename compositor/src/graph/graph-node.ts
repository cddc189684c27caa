import type { CoverageOf } from './coverage.ts';
import type { GraphNode } from './primitives/index.ts';
import type { LutTable } from './values.ts';

export type { GraphNode } from './primitives/index.ts';

/** Nodes of one primitive. */
export type GraphNodeOf<K extends GraphNode['kind']> = Extract<GraphNode, { kind: K }>;

/** Coverage of a matte: the fraction of each pixel that it keeps. */
export type Coverage = CoverageOf<GraphNode>;

/** Time, size and seed for which an effect graph is made. */
export interface Moment {
  /** Size of the box of the processed image. Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the processed image for each pixel of the document. */
  readonly scale: number;
  /** Stable 32-bit seed, from the id of the clip or of the clip from which it was cut. */
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
