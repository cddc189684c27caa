import { edgeWidth, featherSigma } from '../../graph/coverage.ts';
import type { Coverage } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import { transformPath } from '../../graph/path-data.ts';
import { short } from '../markup-values.ts';
import type { FilterWriter } from './filter-writer.ts';

type DrawnCoverage = Exclude<Coverage, { kind: 'node' }>;
type Kind<K extends DrawnCoverage['kind']> = Extract<DrawnCoverage, { kind: K }>;

/**
 * Draws a coverage (the opacity of a mask at each pixel) as an SVG shape inside the filter and returns the name of the
 * filter result. Browsers show no drawings in the filters of some elements (see `SvgFilterInput.isUndrawn`). For these
 * elements the result covers the whole region.
 */
export function coverageDrawing(by: DrawnCoverage, writer: FilterWriter): string {
  switch (by.kind) {
    case 'outline':
      return outlineDrawing(by, writer);
    case 'half':
      return halfDrawing(by, writer);
    case 'disc':
      return discDrawing(by, writer);
    case 'sweep':
      return pathDrawing(sweepPath(by, writer), writer);
    case 'slats':
      return pathDrawing(slatsPath(by, writer), writer);
  }
}

function pathDrawing(d: string, writer: FilterWriter): string {
  return writer.drawing('path', `d="${inRegion(d, writer)}" fill="#fff"`, 1);
}

/**
 * Draws an outline whose edge is moved by a stroke: the stroke is added to the inside to expand it, or subtracted to
 * shrink it.
 */
function outlineDrawing({ d, feather, expansion }: Kind<'outline'>, writer: FilterWriter): string {
  const path = `d="${inRegion(d, writer)}"`;
  const stroke = `stroke="#fff" stroke-width="${short(2 * Math.abs(expansion))}" stroke-linejoin="round"`;
  let cover = writer.drawing('path', `${path} fill="#fff"${expansion > 0 ? ` ${stroke}` : ''}`, 1);
  if (expansion < 0) {
    // Not done with a mask on the drawing: Chromium ignores such a mask here.
    const edge = writer.drawing('path', `${path} fill="none" ${stroke}`);
    cover = writer.add(`<feComposite in="${cover}" in2="${edge}" operator="out"/>`);
  }
  const sigma = featherSigma(feather);
  return sigma > 0 ? writer.add(`<feGaussianBlur in="${cover}" stdDeviation="${short(sigma)}"/>`) : cover;
}

function halfDrawing({ x, y, angle, feather }: Kind<'half'>, writer: FilterWriter): string {
  const { a, b } = rotation(angle);
  const width = edgeWidth(feather) / 2;
  const { tx, ty } = writer.toRegion;
  const [x1, y1, x2, y2] = [x - a * width + tx, y - b * width + ty, x + a * width + tx, y + b * width + ty].map(short);
  const gradient = writer.definition(
    (id) =>
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">` +
      `${softStops(0, 1, { colour: '#fff', alpha: 1, falls: false })}</linearGradient>`,
  );
  return writer.drawing('rect', `${regionAttributes(writer)} fill="url(#${gradient})"`, 1);
}

function discDrawing({ x, y, radiusX, radiusY, feather }: Kind<'disc'>, writer: FilterWriter): string {
  if (!(radiusX > 0 && radiusY > 0)) return writer.add('<feFlood flood-color="#000" flood-opacity="0"/>');
  // In units of the radius: the edge is centred on 1, and its width is the feather relative to the shorter radius.
  const half = edgeWidth(feather) / 2 / Math.min(radiusX, radiusY);
  const outer = 1 + half;
  const inner = Math.max(0, 1 - half);
  const { tx, ty } = writer.toRegion;
  const scale = `scale(${short(radiusX * outer)} ${short(radiusY * outer)})`;
  const place = `translate(${short(x + tx)} ${short(y + ty)}) ${scale}`;
  const gradient = writer.definition(
    (id) =>
      `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="${place}">` +
      `${softStops(inner / outer, 1, { colour: '#fff', alpha: 1, falls: true })}</radialGradient>`,
  );
  return writer.drawing('rect', `${regionAttributes(writer)} fill="url(#${gradient})"`, 1);
}

function sweepPath({ x, y, share }: Kind<'sweep'>, { region }: FilterWriter): string {
  if (share <= 0) return '';
  const { left, top, right, bottom } = region;
  const radius = Math.hypot(Math.max(x - left, right - x), Math.max(y - top, bottom - y)) + 1;
  if (share >= 1) return `M${short(left)} ${short(top)}H${short(right)}V${short(bottom)}H${short(left)}Z`;
  const turn = share * 2 * Math.PI;
  const end = `${short(x + Math.sin(turn) * radius)} ${short(y - Math.cos(turn) * radius)}`;
  const arc = `A${short(radius)} ${short(radius)} 0 ${share > 0.5 ? 1 : 0} 1 ${end}`;
  return `M${short(x)} ${short(y)}V${short(y - radius)}${arc}Z`;
}

function slatsPath({ count, share, angle }: Kind<'slats'>, { box }: FilterWriter): string {
  const { a: x, b: y } = rotation(angle + 90);
  const length = Math.abs(box.width * x) + Math.abs(box.height * y);
  const across = Math.abs(box.width * y) + Math.abs(box.height * x);
  const pitch = length / Math.max(1, count);
  const open = pitch * Math.min(1, Math.max(0, share));
  const point = (along: number, aside: number) => {
    const px = box.width / 2 + x * (along - length / 2) - y * aside;
    const py = box.height / 2 + y * (along - length / 2) + x * aside;
    return `${short(px)} ${short(py)}`;
  };
  return Array.from({ length: Math.max(1, count) }, (_, index) => {
    const [from, to] = [index * pitch, index * pitch + open];
    const corners = [point(from, -across / 2), point(from, across / 2), point(to, across / 2), point(to, -across / 2)];
    return `M${corners.join('L')}Z`;
  }).join('');
}

/** Returns the attributes `x`, `y`, `width` and `height` of a drawing that covers the filter's whole region. */
export function regionAttributes({ region }: FilterWriter): string {
  const { left, top, right, bottom } = region;
  return `x="0" y="0" width="${short(right - left)}" height="${short(bottom - top)}"`;
}

function inRegion(d: string, { toRegion }: FilterWriter): string {
  return transformPath(d, toRegion);
}

/** Number of linear sections by which the smoothstep of a soft edge is approximated. */
const pieces = 16;

/**
 * Returns the stops of a gradient between two offsets (0-1). All stops have one CSS colour. Their opacity rises from 0
 * to `alpha` along a smoothstep, or falls from `alpha` to 0 (`falls`).
 */
export function softStops(from: number, to: number, { colour, alpha, falls }: SoftStops): string {
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const t = index / pieces;
    const s = falls ? 1 - t : t;
    const opacity = short(s * s * (3 - 2 * s) * alpha);
    return `<stop offset="${short(from + (to - from) * t)}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  }).join('');
}

interface SoftStops {
  readonly colour: string;
  readonly alpha: number;
  /** Whether the opacity falls to 0 instead of rising from 0. */
  readonly falls: boolean;
}
