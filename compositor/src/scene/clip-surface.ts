import type { Placement, Size } from '../graph/placement.ts';
import type { Sprite } from '../sprites/sprite.ts';
import type { SpriteUse } from '../sprites/sprite-use.ts';
import type { Texture } from '../texture.ts';

/** A clip's picture before it is placed: stored pixels, or a vector drawing. Sizes are pixels as shown. */
export type ClipSurface =
  | { readonly kind: 'stored'; readonly source: Texture; readonly width: number; readonly height: number }
  | {
      readonly kind: 'sprite';
      readonly sprite: Sprite;
      readonly width: number;
      readonly height: number;
      /** For texts whose words or letters move on their own: what is drawn instead of the whole, bottom first. */
      readonly parts?: (whole: SpriteUse) => SpriteUse[];
      /** How far they may leave the box, document pixels; the sprite's bleed when absent. */
      readonly halo?: number;
    };

/** How a picture is put on a grid of pixels of its own instead of on the output. */
export interface Painting {
  readonly slot: string;
  readonly placement: Placement;
  readonly onto: Size;
}
