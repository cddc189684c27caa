import type { TextLayout, TextStyle } from '@framemill/timeline';

/** Rounded rectangle, in pixels of the text's block. */
export interface BackgroundBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly radius: number;
}

/**
 * Returns the box behind a text, or one behind each of its lines; none without a background. `lines`: indices of the
 * only lines to include.
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
