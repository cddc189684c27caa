import type { Placement, Size } from '../graph/placement.ts';
import type { Sprite } from '../sprites/sprite.ts';
import type { SpriteUse } from '../sprites/sprite-use.ts';
import type { Texture } from '../texture.ts';

/** Image of a clip before it is placed: stored pixels or a vector drawing. Sizes are in pixels as shown. */
export type ClipSurface =
  | { readonly kind: 'stored'; readonly source: Texture; readonly width: number; readonly height: number }
  | {
      readonly kind: 'sprite';
      readonly sprite: Sprite;
      readonly width: number;
      readonly height: number;
      /** Drawings that replace the whole, bottom first, for texts whose words or letters move separately. */
      readonly parts?: (whole: SpriteUse) => SpriteUse[];
      /** Maximum distance that they extend beyond the box, in document pixels. Default: the sprite's bleed. */
      readonly halo?: number;
    };

/** Placement of an image on a pixel grid of its own instead of the output. */
export interface Painting {
  readonly slot: string;
  readonly placement: Placement;
  readonly onto: Size;
}
