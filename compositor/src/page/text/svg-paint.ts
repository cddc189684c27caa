import { type Gradient, parseColor } from '@framemill/timeline';
import { gradientLine } from '../../graph/colour.ts';
import { short } from '../markup-values.ts';

/**
 * Validates a CSS colour and returns it with its alpha multiplied by `opacity` (0-1). Throws when `color` is not a CSS
 * colour.
 */
export function safeColor(color: string, opacity = 1): string {
  const { r, g, b, a } = parseColor(color);
  return `rgba(${r},${g},${b},${short(a * opacity)})`;
}

/** Value of an SVG `fill` attribute and the definitions to which it refers. */
export interface SvgPaint {
  readonly paint: string;
  readonly definition: string;
}

/** Returns the fill of a box of `width` x `height` pixels at (0, 0): a colour, or a gradient with the given id. */
export function svgPaint(fill: string | Gradient, width: number, height: number, id: string): SvgPaint {
  if (typeof fill === 'string') return { paint: safeColor(fill), definition: '' };
  const { x, y, dx, dy, reach } = gradientLine(fill, width, height);
  const stops = fill.stops.map(
    ({ offset, color }) => `<stop offset="${short(offset)}" stop-color="${safeColor(color)}"/>`,
  );
  const units = 'gradientUnits="userSpaceOnUse"';
  const definition =
    fill.type === 'radial'
      ? `<radialGradient id="${id}" ${units} cx="${short(x)}" cy="${short(y)}" ` +
        `r="${short(reach)}">${stops.join('')}</radialGradient>`
      : `<linearGradient id="${id}" ${units} x1="${short(x - dx)}" y1="${short(y - dy)}" x2="${short(x + dx)}" ` +
        `y2="${short(y + dy)}">${stops.join('')}</linearGradient>`;
  return { paint: `url(#${id})`, definition };
}
