import type { Sprite } from './sprite.ts';
import type { TextSprites } from './text-sprite.ts';

const word = 'Framemill';
const shareOfShortSide = 0.04;
const marginShare = 0.04;

/** Sprite with its position. */
export interface PlacedSprite {
  sprite: Sprite;
  /** Position of its top left corner, in output pixels. */
  x: number;
  y: number;
}

/** Returns the watermark text: lower right, 4 % of the shorter side high, 60 % white. Sizes are in output pixels. */
export function watermark(text: TextSprites, width: number, height: number): PlacedSprite {
  const short = Math.min(width, height);
  const sprite = text.sprite({
    content: word,
    fontFamily: 'Inter',
    fontWeight: 700,
    fontSize: short * shareOfShortSide,
    lineHeight: 1.2,
    color: 'rgba(255, 255, 255, 0.6)',
  });
  const margin = Math.round(short * marginShare);
  return { sprite, x: width - margin - sprite.width, y: height - margin - sprite.height };
}
