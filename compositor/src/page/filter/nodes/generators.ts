import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { identity, type Matrix } from '../../../graph/matrix.ts';
import type { Size } from '../../../graph/placement.ts';
import type { Colour } from '../../../graph/values.ts';
import { short } from '../../markup-values.ts';
import { regionAttributes, softStops } from '../coverage-drawing.ts';
import type { FilterWriter } from '../filter-writer.ts';

/** Fills the filter's whole region with one colour. */
export function solidPrimitive({ colour }: GraphNodeOf<'solid'>, writer: FilterWriter): string {
  return writer.add(`<feFlood flood-color="${opaqueCss(colour)}" flood-opacity="${short(colour.a)}"/>`);
}

/** Returns the colour without its alpha, in CSS notation. */
function opaqueCss({ r, g, b }: Colour): string {
  return `rgb(${[r, g, b].map((value) => Math.round(value * 255)).join(',')})`;
}

/**
 * Writes a pattern of stripes or a radial falloff as a drawing. Dots whose size follows the tones of an image are left
 * out.
 */
export function patternPrimitive(node: GraphNodeOf<'pattern'>, writer: FilterWriter): string {
  const paint = patternPaint(node, writer.toRegion, writer.definition);
  if (paint === null) {
    writer.inexact();
    return solidPrimitive({ kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } }, writer);
  }
  const area = (node.room ?? 0) > 0 ? regionAttributes(writer) : boxAttributes(writer.box, writer.toRegion);
  return writer.drawing('rect', `${area} fill="url(#${paint})"`);
}

/**
 * Returns a pattern as an SVG element to place on top of another element. Returns null when the pattern extends beyond
 * its box or SVG has no gradient or pattern for it.
 */
export function patternElement(
  node: GraphNodeOf<'pattern'>,
  opacity: number,
  box: Size,
  definition: FilterWriter['definition'],
): string | null {
  const paint = (node.room ?? 0) > 0 ? null : patternPaint(node, identity, definition);
  return paint && `<rect ${boxAttributes(box, identity)} fill="url(#${paint})" opacity="${short(opacity)}"/>`;
}

/** Returns the id of an SVG gradient or pattern that paints a pattern node; null when SVG has none for it. */
function patternPaint(
  { colour, pattern }: GraphNodeOf<'pattern'>,
  { tx, ty }: Matrix,
  definition: FilterWriter['definition'],
): string | null {
  const css = opaqueCss(colour);
  if (pattern.type === 'radial') {
    const { centerX, centerY, radiusX, radiusY, inner, outer } = pattern;
    const place =
      `translate(${short(centerX + tx)} ${short(centerY + ty)}) scale(${short(radiusX * outer)} ` +
      `${short(radiusY * outer)})`;
    const stops = softStops(inner / outer, 1, { colour: css, alpha: colour.a, falls: false });
    return definition(
      (id) =>
        `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">` +
        `${stops}</radialGradient>`,
    );
  }
  if (pattern.type !== 'lines') return null;
  const { spacing, share, angle } = pattern;
  const size = short(Math.max(1, spacing));
  return definition(
    (id) =>
      `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${size}" height="${size}" ` +
      `patternTransform="translate(${short(tx)} ${short(ty)}) rotate(${short(angle)})"><rect width="${size}" ` +
      `height="${short(Math.max(1, spacing) * share)}" fill="${css}" ` +
      `fill-opacity="${short(colour.a)}"/></pattern>`,
  );
}

function boxAttributes({ width, height }: Size, { tx, ty }: Matrix): string {
  return `x="${short(tx)}" y="${short(ty)}" width="${short(width)}" height="${short(height)}"`;
}
