import type { Box } from '../graph/box.ts';
import type { Placement, Size } from '../graph/placement.ts';
import type { Sprite, SpriteBox } from './sprite.ts';

/**
 * How a sprite moves at this frame. `rests`: not at all, or its numbers are at a keyframe's value; `slides`: only its
 * position changes; `turns`: its size or angle changes.
 */
export type SpriteMotion = 'rests' | 'slides' | 'turns';

/** A drawing at a moment: where it is and what of it shows. */
export interface SpriteUse<S extends SpriteBox = Sprite> {
  slot: string;
  sprite: S;
  /** From box pixels to output pixels, with the crop in box pixels. */
  placement: Placement;
  motion: SpriteMotion;
  /** For `turns`: the largest scale of the clip's life. */
  largestScale: number;
  opacity: number;
  /** The canvas that it is drawn on; the store's output when absent. */
  onto?: Size;
  /** The only part that shows, in box pixels. Unlike the crop it may change from frame to frame at no cost. */
  window?: Box;
}
