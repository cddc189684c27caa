import type { TextLayout, TextStyle } from '@framemill/timeline';
import type { SKRSContext2D } from '@napi-rs/canvas';
import { cssColor } from '../paint.ts';
import { backgroundBoxes } from './background-boxes.ts';

/** Draws the box behind a text, or one behind each of its lines. `lines`: indices of the only lines to include. */
export function drawBackground(
  context: SKRSContext2D,
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
