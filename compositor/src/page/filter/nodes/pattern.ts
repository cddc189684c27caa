import type { PatternPicture } from '../../../graph/picture.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../svg-filter.ts';
import { opaqueCss, solidPrimitive } from './solid.ts';

/** Pieces of a soft edge: each is straight, the edge is a smoothstep. */
const pieces = 16;

/** Stripes and radial falloffs as drawings; dots that follow the picture's tones are left out. */
export function patternPrimitive({ colour, pattern }: PatternPicture, writer: FilterWriter): string {
  const css = opaqueCss(colour);
  const { width, height } = writer.box;
  const whole = (id: string, paint: string) =>
    `<rect id="${id}" width="${short(width)}" height="${short(height)}" fill="url(#${paint})"/>`;
  if (pattern.type === 'radial') {
    const { centerX, centerY, radiusX, radiusY, inner, outer } = pattern;
    const place = `translate(${short(centerX)} ${short(centerY)}) scale(${short(radiusX * outer)} ${short(radiusY * outer)})`;
    const stops = Array.from({ length: pieces + 1 }, (_, index) => {
      const t = index / pieces;
      const offset = (inner + (outer - inner) * t) / outer;
      const opacity = t * t * (3 - 2 * t) * colour.a;
      return `<stop offset="${short(offset)}" stop-color="${css}" stop-opacity="${short(opacity)}"/>`;
    });
    const gradient = writer.definition(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">` +
        `${stops.join('')}</radialGradient>`,
    );
    return writer.drawing((id) => whole(id, gradient));
  }
  if (pattern.type === 'lines') {
    const { spacing, share, angle } = pattern;
    const size = short(Math.max(1, spacing));
    const stripe = writer.definition(
      (id) =>
        `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${size}" height="${size}" patternTransform="rotate(${short(angle)})">` +
        `<rect width="${size}" height="${short(Math.max(1, spacing) * share)}" fill="${css}" fill-opacity="${short(colour.a)}"/></pattern>`,
    );
    return writer.drawing((id) => whole(id, stripe));
  }
  writer.inexact();
  return solidPrimitive({ kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } }, writer);
}
