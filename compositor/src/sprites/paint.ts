import { type Gradient, parseColor } from '@framemill/timeline/rendering';
import { gradientLine } from '../graph/colour.ts';
import type { VectorContext } from './vector-library.ts';

/**
 * Returns a CSS colour in the canvas' notation, its alpha multiplied by `opacity` (0-1). Throws when `color` is not a
 * CSS colour.
 */
export function cssColor(color: string, opacity = 1): string {
  const { r, g, b, a } = parseColor(color);
  return `rgba(${r}, ${g}, ${b}, ${a * opacity})`;
}

/** Returns the fill of the box (0, 0) to (width, height): a colour or a gradient. See `gradientLine`. */
export function boxFill(
  context: VectorContext,
  fill: string | Gradient,
  width: number,
  height: number,
): string | object {
  if (typeof fill === 'string') return cssColor(fill);
  const { x, y, dx, dy, reach } = gradientLine(fill, width, height);
  const gradient =
    fill.type === 'radial'
      ? context.createRadialGradient(x, y, 0, x, y, reach)
      : context.createLinearGradient(x - dx, y - dy, x + dx, y + dy);
  for (const stop of fill.stops) gradient.addColorStop(stop.offset, cssColor(stop.color));
  return gradient;
}
