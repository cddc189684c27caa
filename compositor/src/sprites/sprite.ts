import type { SKRSContext2D } from '@napi-rs/canvas';

/** Identity and size of a drawing, independent of the drawing method. */
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
  draw(context: SKRSContext2D): void;
}
