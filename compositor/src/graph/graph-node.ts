import type { CoverageOf } from './coverage.ts';
import type { GraphNode } from './primitives/index.ts';
import type { LutTable } from './values.ts';

export type { GraphNode } from './primitives/index.ts';

/** Type of the effect graph nodes of kind `K`. */
export type GraphNodeOf<K extends GraphNode['kind']> = Extract<GraphNode, { kind: K }>;

/** Coverage of a matte: the fraction of each pixel that the matte leaves visible. */
export type Coverage = CoverageOf<GraphNode>;

/** Time, size and seed from which an effect graph is built. */
export interface Moment {
  /** Width of the processed image's box, in pixels; `height` is its height. */
  readonly width: number;
  readonly height: number;
  /** Number of pixels of the processed image for each pixel of the document. */
  readonly scale: number;
  /** Constant 32-bit seed, computed from the id of the clip. When a clip is split, both parts have the same seed. */
  readonly seed: number;
  /** Document frames since the start of the clip's effects (or of the transition). */
  readonly frame: number;
  /** Seconds since the start of the clip's effects (or of the transition). */
  readonly timeSec: number;
  /**
   * Edge mode of blurs and distortions outside the image. `clamp` is for images that fill their box (video,
   * photographs), `transparent` (default) for images with an outline of their own (text, shapes, stickers).
   */
  readonly edge?: 'transparent' | 'clamp';
  /** Parsed .cube files that the clip uses, by `src`. */
  readonly luts?: ReadonlyMap<string, LutTable>;
}
