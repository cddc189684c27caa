import type { TextLayout, TextStyle } from '@framemill/timeline';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { cssColor } from '../paint.ts';

/** Draws the box behind a text, or one behind each of its lines. `lines`: only behind these (indices). */
export function drawBackground(
  context: SKRSContext2D,
  style: TextStyle,
  layout: TextLayout,
  lines?: readonly number[],
): void {
  const { background } = style;
  if (!background) return;
  const { paddingX, paddingY } = backgroundPadding(style);
  context.fillStyle = cssColor(background.color ?? '#000000', background.opacity ?? 1);
  const shown = lines ? layout.lines.filter((_, index) => lines.includes(index)) : layout.lines;
  const boxes =
    background.wrap === 'line'
      ? shown.map((line) => [line.x, line.baseline - line.ascent, line.width, line.ascent + line.descent] as const)
      : [[0, 0, layout.width, layout.height] as const];
  context.beginPath();
  for (const [x, y, width, height] of boxes) {
    const [w, h] = [width + 2 * paddingX, height + 2 * paddingY];
    context.roundRect(x - paddingX, y - paddingY, w, h, Math.min(background.radius ?? 0, w / 2, h / 2));
  }
  context.fill();
}

export function backgroundPadding(style: TextStyle): { paddingX: number; paddingY: number } {
  return { paddingX: style.background?.paddingX ?? 0, paddingY: style.background?.paddingY ?? 0 };
}
