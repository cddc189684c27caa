import type { TextLayout, TextStyle } from '@framemill/timeline';
import type { Sprite } from '../sprite.ts';
import { backgroundPadding } from './background-boxes.ts';
import { allRuns } from './glyph-run.ts';
import { drawBackground } from './text-background.ts';
import type { TextPainter } from './text-paint.ts';

/** The whole text with its background. */
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

/** How far ink may leave the box of a line. Document pixels. */
export function bleedOf(style: TextStyle, layout: TextLayout): number {
  const shadow = style.shadow;
  const cast = shadow ? Math.max(Math.abs(shadow.x ?? 0), Math.abs(shadow.y ?? 0)) + 2 * (shadow.blur ?? 0) : 0;
  const { paddingX, paddingY } = backgroundPadding(style);
  // Italics and accents leave their line's box by less than half the font size.
  const sizes = layout.lines.flatMap((line) => line.glyphs.map((glyph) => glyph.fontSize));
  const overhang = Math.max(layout.fontSize, ...sizes) * 0.5 + (style.strokeWidth ?? 0) * 2;
  return Math.max(paddingX, paddingY, overhang) + cast + 2;
}

// What moves letters moves them less far than this, as a multiple of the font size.
const movingHalo = 3;

/** The same for the letters of a text that move on their own. */
export function movingHaloOf(style: TextStyle, layout: TextLayout): number {
  return bleedOf(style, layout) + layout.fontSize * movingHalo;
}
