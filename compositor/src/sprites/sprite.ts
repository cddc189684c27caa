import type { SKRSContext2D } from '@napi-rs/canvas';

/** What is placed of a drawing, whatever it is drawn with. */
export interface SpriteBox {
  /** Equal keys draw the same. */
  readonly key: string;
  /** The box that the clip's position, scale and crop refer to, document pixels. */
  readonly width: number;
  readonly height: number;
  /** How far ink may reach beyond the box on every side, document pixels. */
  readonly bleed: number;
}

/** A vector drawing with its size: what text and shapes are before they become pixels. */
export interface Sprite extends SpriteBox {
  /** Draws into a context whose origin is the box's upper left corner and whose unit is a document pixel. */
  draw(context: SKRSContext2D): void;
}
