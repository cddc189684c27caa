import type { TextLayout, TextStyle } from '@framemill/timeline';
import type { Sprite } from '../sprite.ts';
import { backgroundPadding, drawBackground } from './background-boxes.ts';
import { allRuns } from './letter-look.ts';
import type { TextPainter } from './text-paint.ts';

/** Returns the sprite of the whole text with its background. */
export function staticSprite(key: string, style: TextStyle, layout: TextLayout, painter: TextPainter): Sprite {
  return {
    key,
    width: layout.width,
    height: layout.height,
    bleed: bleedOf(style, layout),
    draw: (context) => {
      drawBackground(context, style, layout);
      painter.paint(context, allRuns(layout), { style, layout, part: 'all', color: null });
    },
  };
}

/** Computes the distance by which the drawing of a text may extend beyond its lines' boxes, in document pixels. */
export function bleedOf(style: TextStyle, layout: TextLayout): number {
  const shadow = style.shadow;
  const cast = shadow ? Math.max(Math.abs(shadow.x ?? 0), Math.abs(shadow.y ?? 0)) + 2 * (shadow.blur ?? 0) : 0;
  const { paddingX, paddingY } = backgroundPadding(style);
  // Italics and accents extend beyond their line's box by less than half the font size.
  const sizes = layout.lines.flatMap((line) => line.glyphs.map((glyph) => glyph.fontSize));
  const overhang = Math.max(layout.fontSize, ...sizes) * 0.5 + (style.strokeWidth ?? 0) * 2;
  return Math.max(paddingX, paddingY, overhang) + cast + 2;
}

// Maximum distance, in font sizes, by which animations move letters.
const movingHalo = 3;

/**
 * Computes the distance by which letters of an animated text may extend beyond their lines' boxes, in document pixels.
 */
export function movingHaloOf(style: TextStyle, layout: TextLayout): number {
  return bleedOf(style, layout) + layout.fontSize * movingHalo;
}
