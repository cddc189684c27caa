import type { Box } from '../graph/box.ts';
import type { Motion } from '../graph/motion.ts';
import type { Placement, Size } from '../graph/placement.ts';
import type { Sprite, SpriteBox } from './sprite.ts';

/** Placement of a drawing at a moment. */
export interface SpriteUse<S extends SpriteBox = Sprite> {
  slot: string;
  sprite: S;
  /** Map from box pixels to output pixels, with the crop in box pixels. */
  placement: Placement;
  motion: Motion;
  /** Largest scale that the clip reaches. Used when `motion` is `turns`. */
  largestScale: number;
  /** Opacity, 0-1 in steps of 1/256. */
  opacity: number;
  /** Size of the canvas on which it is drawn. Default: the store's output. */
  onto?: Size;
  /** Only visible part, in box pixels. Unlike the crop, it may change from frame to frame at no cost. */
  window?: Box;
}
