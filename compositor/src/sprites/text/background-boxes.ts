import type { GlyphCluster, TextLayout, TextStyle } from '@framemill/timeline';
import { cssColor } from '../paint.ts';
import type { VectorContext } from '../vector-library.ts';

/** Rounded rectangle, in pixels of the text's block. */
interface BackgroundBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/**
 * Returns the box behind a text, or one behind each of its lines; none without a background. If `lines` is given, only
 * the lines with these indices are included.
 */
export function backgroundBoxes(style: TextStyle, layout: TextLayout, lines?: readonly number[]): BackgroundBox[] {
  const { background } = style;
  if (!background) return [];
  const { paddingX, paddingY } = backgroundPadding(style);
  const shown = lines ? layout.lines.filter((_, index) => lines.includes(index)) : layout.lines;
  const boxes =
    background.wrap === 'line'
      ? shown.map((line) => [line.x, line.baseline - line.ascent, line.width, line.ascent + line.descent] as const)
      : [[0, 0, layout.width, layout.height] as const];
  return boxes.map(([x, y, inner, tall]) => {
    const [width, height] = [inner + 2 * paddingX, tall + 2 * paddingY];
    const radius = Math.min(background.radius ?? 0, width / 2, height / 2);
    return { x: x - paddingX, y: y - paddingY, width, height, radius };
  });
}

/** Returns the padding of a text's background around its lines, in pixels of the block; 0 without a background. */
export function backgroundPadding(style: TextStyle): { paddingX: number; paddingY: number } {
  return { paddingX: style.background?.paddingX ?? 0, paddingY: style.background?.paddingY ?? 0 };
}

/**
 * Draws the box behind a text, or one behind each of its lines. If `lines` is given, only the lines with these indices
 * are included.
 */
export function drawBackground(
  context: VectorContext,
  style: TextStyle,
  layout: TextLayout,
  lines?: readonly number[],
): void {
  const { background } = style;
  if (!background) return;
  context.fillStyle = cssColor(background.color ?? '#000000', background.opacity ?? 1);
  context.beginPath();
  for (const { x, y, width, height, radius } of backgroundBoxes(style, layout, lines)) {
    context.roundRect(x, y, width, height, radius);
  }
  context.fill();
}

// Maximum padding and radius, as fractions of the font size.
const most = { padX: 0.14, padY: 0.02, radius: 0.16 };
// Fraction of the space up to a neighbour that the box takes: letters that overhang into the space must not touch it.
const share = 0.4;

/**
 * Computes the box behind a highlighted unit (a character, word or line), in pixels from the unit's top left corner. It
 * does not touch the neighbouring letters.
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
