import type { Box } from '../graph/box.ts';
import type { Motion } from '../graph/motion.ts';
import type { Placement, Size } from '../graph/placement.ts';
import type { VectorContext } from './vector-library.ts';

/** Key and size of a drawing of any kind: a vector drawing (`Sprite`) or SVG elements. */
export interface SpriteBox {
  /** Key of the drawing: equal keys give equal drawings. */
  readonly key: string;
  /** Size of the box to which the clip's position, scale and crop refer, in document pixels. */
  readonly width: number;
  readonly height: number;
  /** Maximum distance that the drawing extends beyond the box on any side, in document pixels. */
  readonly bleed: number;
}

/** Vector drawing with its size: a text or shape before it is rasterized. */
export interface Sprite extends SpriteBox {
  /** Draws into a context whose origin is the box's top left corner and whose unit is a document pixel. */
  draw(context: VectorContext): void;
}

/** Position, motion and opacity of a sprite at a given time. */
export interface SpriteUse<S extends SpriteBox = Sprite> {
  slot: string;
  sprite: S;
  /** Map from pixels of the box to output pixels, with the crop in pixels of the box. */
  placement: Placement;
  motion: Motion;
  /** Largest scale of the clip during its time. It is used when `motion` is `turns`. */
  largestScale: number;
  /** Opacity, 0-1 in steps of 1/256. */
  opacity: number;
  /** Size in pixels of the grid on which it is drawn. Default: that of the output. */
  onto?: Size;
  /**
   * Part of the drawing that is visible, in pixels of the box. Default: all. Unlike the crop, it may change from frame
   * to frame at no cost.
   */
  window?: Box;
}
