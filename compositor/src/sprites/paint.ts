import { type Gradient, parseColor } from '@framemill/timeline/rendering';
import type { SKRSContext2D } from '@napi-rs/canvas';

type Fill = string | ReturnType<SKRSContext2D['createLinearGradient']>;

/** A CSS colour as the canvas takes it, its alpha multiplied by `opacity` (0-1). Throws for what is no colour. */
export function cssColor(color: string, opacity = 1): string {
  const { r, g, b, a } = parseColor(color);
  return `rgba(${r}, ${g}, ${b}, ${a * opacity})`;
}

/**
 * A fill for the box (0, 0) to (width, height). Linear gradients cross the box along `angle` (0: upwards, clockwise,
 * as in CSS; left to right when absent) so that its corners get the end colours; radial ones reach from the middle to the corners.
 */
export function boxFill(context: SKRSContext2D, fill: string | Gradient, width: number, height: number): Fill {
  if (typeof fill === 'string') return cssColor(fill);
  const [x, y] = [width / 2, height / 2];
  const angle = (((fill.angle ?? 90) - 90) * Math.PI) / 180;
  const reach = (Math.abs(Math.cos(angle)) * width + Math.abs(Math.sin(angle)) * height) / 2;
  const [dx, dy] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
  const gradient =
    fill.type === 'radial'
      ? context.createRadialGradient(x, y, 0, x, y, Math.hypot(x, y))
      : context.createLinearGradient(x - dx, y - dy, x + dx, y + dy);
  for (const stop of fill.stops) gradient.addColorStop(stop.offset, cssColor(stop.color));
  return gradient;
}
