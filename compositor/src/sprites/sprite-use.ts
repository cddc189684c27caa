import type { Box } from '../graph/box.ts';
import type { Motion } from '../graph/motion.ts';
import type { Placement, Size } from '../graph/placement.ts';
import type { Sprite, SpriteBox } from './sprite.ts';

/** A drawing at a moment: where it is and what of it shows. */
export interface SpriteUse<S extends SpriteBox = Sprite> {
  slot: string;
  sprite: S;
  /** From box pixels to output pixels, with the crop in box pixels. */
  placement: Placement;
  motion: Motion;
  /** For `turns`: the largest scale of the clip's life. */
  largestScale: number;
  /** 0-1, in steps of 1/256. */
  opacity: number;
  /** The canvas that it is drawn on; the store's output when absent. */
  onto?: Size;
  /** The only part that shows, in box pixels. Unlike the crop it may change from frame to frame at no cost. */
  window?: Box;
}
