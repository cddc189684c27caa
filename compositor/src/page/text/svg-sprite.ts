import type { SpriteBox } from '../../sprites/sprite.ts';

/** Drawing as SVG elements, in pixels of its box. */
export interface SvgSprite extends SpriteBox {
  readonly markup: string;
}
