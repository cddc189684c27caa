import type { Shape } from '@framemill/timeline';
import { identity } from '../../graph/matrix.ts';
import { transformPath } from '../../graph/path-data.ts';
import { shapeDrawing } from '../../sprites/shapes/shape-drawing.ts';
import { short } from '../short-number.ts';
import { safeColor, svgPaint } from '../text/svg-paint.ts';

/**
 * Draws a shape as SVG elements in its box: its outline filled, then stroked. The ids of its definitions begin with
 * `id`.
 */
export function shapeMarkup(shape: Shape, id: string): string {
  const { width, height, outline, fill, stroke } = shapeDrawing(shape);
  // Parsed and written anew: path data of a project is untrusted text.
  const d = transformPath(outline, identity);
  const paint = fill === null ? null : svgPaint(fill, width, height, `${id}-fill`);
  const inside = paint ? `<path d="${d}" fill="${paint.paint}" fill-rule="evenodd"/>` : '';
  const definitions = paint?.definition ? `<defs>${paint.definition}</defs>` : '';
  if (!stroke) return definitions + inside;
  const dash = stroke.dash.length > 0 ? ` stroke-dasharray="${stroke.dash.map(short).join(' ')}"` : '';
  const look = `fill="none" stroke="${safeColor(stroke.color)}" stroke-width="${short(stroke.width)}" stroke-miterlimit="10"`;
  if (stroke.from <= 0 && stroke.to >= 1) return `${definitions}${inside}<path d="${d}" ${look}${dash}/>`;
  // With a path length of 1, a single dash is the visible part of the line. A line with dashes of its own is masked by
  // that part.
  const part = `pathLength="1" stroke-dasharray="${short(stroke.to - stroke.from)} 2" stroke-dashoffset="${short(-stroke.from)}"`;
  if (dash === '') return `${definitions}${inside}<path d="${d}" ${look} ${part}/>`;
  const room = short(stroke.width);
  const area = `x="-${room}" y="-${room}" width="${short(width + 2 * stroke.width)}" height="${short(height + 2 * stroke.width)}"`;
  const mask =
    `<mask id="${id}-part" maskUnits="userSpaceOnUse" ${area}>` +
    `<path d="${d}" fill="none" stroke="#fff" stroke-width="${short(stroke.width + 2)}" ${part}/></mask>`;
  return `<defs>${mask}</defs>${definitions}${inside}<path d="${d}" ${look}${dash} mask="url(#${id}-part)"/>`;
}
