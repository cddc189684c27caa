import type { CoverageOf } from './coverage.ts';
import type { GraphNode } from './primitives/index.ts';
import type { LutTable } from './values.ts';

export type { GraphNode } from './primitives/index.ts';

/** The nodes of one primitive. */
export type GraphNodeOf<K extends GraphNode['kind']> = Extract<GraphNode, { kind: K }>;

/** How much of each pixel a matte keeps. */
export type Coverage = CoverageOf<GraphNode>;

/** When and on what a look is made. */
export interface Moment {
  /** The box of the picture worked on. Pixels. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture worked on a pixel of the document. */
  readonly scale: number;
  /** From the clip's id, or that of the clip it was cut from: 32 bits, stable. */
  readonly seed: number;
  /** Document frames since the clip's effects (or the transition) began. */
  readonly frame: number;
  /** The same in seconds. */
  readonly timeSec: number;
  /**
   * What lies beyond the picture when it is blurred or bent: `clamp` when it fills its box (video, photographs),
   * `transparent`, also when absent, when it has an outline of its own (text, shapes, stickers).
   */
  readonly edge?: 'transparent' | 'clamp';
  /** The .cube files that the clip names, by `src`. */
  readonly luts?: ReadonlyMap<string, LutTable>;
}
