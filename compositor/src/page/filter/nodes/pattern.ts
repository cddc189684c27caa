import type { PatternPicture } from '../../../graph/picture.ts';
import { short } from '../../short-number.ts';
import { regionAttributes } from '../coverage-drawing.ts';
import { softStops } from '../soft-stops.ts';
import type { FilterWriter } from '../svg-filter.ts';
import { opaqueCss, solidPrimitive } from './solid.ts';

/** Stripes and radial falloffs as drawings; dots that follow the picture's tones are left out. */
export function patternPrimitive({ colour, pattern, room = 0 }: PatternPicture, writer: FilterWriter): string {
  const css = opaqueCss(colour);
  const { tx, ty } = writer.toRegion;
  const area = room > 0 ? regionAttributes(writer) : boxAttributes(writer);
  const whole = (paint: string) => writer.drawing('rect', `${area} fill="url(#${paint})"`);
  if (pattern.type === 'radial') {
    const { centerX, centerY, radiusX, radiusY, inner, outer } = pattern;
    const place = `translate(${short(centerX + tx)} ${short(centerY + ty)}) scale(${short(radiusX * outer)} ${short(radiusY * outer)})`;
    const stops = softStops(inner / outer, 1, { colour: css, alpha: colour.a, falls: false });
    const gradient = writer.definition(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">` +
        `${stops}</radialGradient>`,
    );
    return whole(gradient);
  }
  if (pattern.type === 'lines') {
    const { spacing, share, angle } = pattern;
    const size = short(Math.max(1, spacing));
    const stripe = writer.definition(
      (id) =>
        `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${size}" height="${size}" patternTransform="translate(${short(tx)} ${short(ty)}) rotate(${short(angle)})">` +
        `<rect width="${size}" height="${short(Math.max(1, spacing) * share)}" fill="${css}" fill-opacity="${short(colour.a)}"/></pattern>`,
    );
    return whole(stripe);
  }
  writer.inexact();
  return solidPrimitive({ kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } }, writer);
}

function boxAttributes({ box, toRegion }: FilterWriter): string {
  const { tx, ty } = toRegion;
  return `x="${short(tx)}" y="${short(ty)}" width="${short(box.width)}" height="${short(box.height)}"`;
}
