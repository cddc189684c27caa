import type { GlyphCluster, TextLayout } from '@framemill/timeline';
import type { BackgroundBox } from './background-boxes.ts';

// Maximum padding and radius, as fractions of the font size.
const most = { padX: 0.14, padY: 0.02, radius: 0.16 };
// Fraction of the space up to a neighbour that the box takes: letters that overhang into the space must not touch it.
const share = 0.4;

/**
 * Computes the box behind an active unit, in pixels from the unit's top left corner. It does not touch the neighbouring
 * letters.
 */
export function activeBox(unit: GlyphCluster, layout: TextLayout): BackgroundBox {
  const { left, right } = spaceAround(unit, layout);
  const pad = (space: number) => Math.max(0, Math.min(most.padX * layout.fontSize, share * space));
  const padY = most.padY * layout.fontSize;
  const width = unit.width + pad(left) + pad(right);
  return { x: -pad(left), y: -padY, width, height: unit.height + 2 * padY, radius: most.radius * layout.fontSize };
}

function spaceAround(unit: GlyphCluster, layout: TextLayout): { left: number; right: number } {
  const space = { left: Number.POSITIVE_INFINITY, right: Number.POSITIVE_INFINITY };
  const line = layout.lines[unit.lineIndex];
  const own = new Set(unit.glyphs);
  for (const [index, glyph] of (line?.glyphs ?? []).entries()) {
    if (own.has(index) || !line || /^\s/.test(line.text.slice(glyph.cluster))) continue;
    const x = line.x + glyph.x;
    if (x + glyph.advance / 2 < unit.x + unit.width / 2) space.left = Math.min(space.left, unit.x - x - glyph.advance);
    else space.right = Math.min(space.right, x - unit.x - unit.width);
  }
  return space;
}
