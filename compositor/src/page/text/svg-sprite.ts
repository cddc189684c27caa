import type { SpriteBox } from '../../sprites/sprite.ts';

/** A drawing as SVG elements, in pixels of its box. */
export interface SvgSprite extends SpriteBox {
  readonly markup: string;
}
