import { LIMITS } from '../../document/limits.ts';
import { isColor } from '../../document/parse-color.ts';
import type { Shape } from '../../document/shape.ts';

/** Drawing of an asset: its size, and the shape that shows the same, if there is one. */
export interface SvgDrawing {
  size: { width: number; height: number };
  shape: Shape | null;
}

/** Attributes of a drawing with one element that a shape can show. All others make it a page. */
const KNOWN = new Set([
  ...['x', 'y', 'width', 'height', 'rx', 'ry', 'cx', 'cy', 'r', 'd', 'points'],
  ...['fill', 'stroke', 'stroke-width', 'fill-opacity', 'opacity', 'fill-rule', 'xmlns'],
]);

/**
 * Reads the markup of a drawing. A drawing of a single rectangle, circle, ellipse or path that fills its view box is a
 * shape, which needs no browser. `null` for text that is no SVG.
 */
export function readSvg(markup: string): SvgDrawing | null {
  const text = markup.trim();
  const root = /^(?:<\?xml[^>]*>\s*)?<svg\b([^>]*)>/i.exec(text);
  if (!root) return null;
  const outer = attributesOf(root[1] ?? '');
  const viewBox = (outer.get('viewbox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [left = 0, top = 0, boxWidth, boxHeight] = viewBox;
  const width = positive(boxWidth) ?? positive(Number.parseFloat(outer.get('width') ?? '')) ?? null;
  const height = positive(boxHeight) ?? positive(Number.parseFloat(outer.get('height') ?? '')) ?? null;
  if (width === null || height === null) return { size: { width: 300, height: 150 }, shape: null };
  const size = { width, height };
  const isPlain = left === 0 && top === 0 && !['style', 'transform', 'fill', 'stroke'].some((name) => outer.has(name));
  const body = text
    .slice(root[0].length)
    .replace(/<\/svg>\s*$/i, '')
    .trim();
  const element = /^<(rect|circle|ellipse|path)\b([^<>]*?)(?:\/>|>\s*<\/\1>)$/i.exec(body);
  if (!isPlain || !element || Math.max(width, height) > LIMITS.boxSide) return { size, shape: null };
  return { size, shape: shapeOf(element[1]?.toLowerCase() ?? '', attributesOf(element[2] ?? ''), size) };
}

function shapeOf(name: string, attributes: ReadonlyMap<string, string>, size: SvgDrawing['size']): Shape | null {
  if ([...attributes.keys()].some((key) => !KNOWN.has(key))) return null;
  const paint = paintOf(attributes);
  if (!paint) return null;
  const number = (key: string, otherwise: number) => {
    const text = attributes.get(key);
    if (text === undefined) return otherwise;
    return /^[-+]?[\d.]+(?:px)?$/.test(text.trim()) ? Number.parseFloat(text) : Number.NaN;
  };
  const is = (value: number, wanted: number) => Math.abs(value - wanted) <= 0.01 * Math.max(size.width, size.height);
  if (name === 'path') {
    const d = attributes.get('d') ?? '';
    return d === '' || d.length > LIMITS.pathLength ? null : { kind: 'path', ...size, d, ...paint };
  }
  if (name === 'rect') {
    const fills =
      is(number('x', 0), 0) &&
      is(number('y', 0), 0) &&
      is(number('width', Number.NaN), size.width) &&
      is(number('height', Number.NaN), size.height);
    const radius = number('rx', number('ry', 0));
    if (!fills || !Number.isFinite(radius)) return null;
    const most = Math.min(size.width, size.height) / 2;
    return radius > 0
      ? { kind: 'rounded-rectangle', ...size, cornerRadius: Math.min(radius, most), ...paint }
      : { kind: 'rectangle', ...size, ...paint };
  }
  const rx = number(name === 'circle' ? 'r' : 'rx', Number.NaN);
  const ry = number(name === 'circle' ? 'r' : 'ry', Number.NaN);
  const fills =
    is(number('cx', 0), size.width / 2) &&
    is(number('cy', 0), size.height / 2) &&
    is(2 * rx, size.width) &&
    is(2 * ry, size.height);
  return fills ? { kind: 'ellipse', ...size, ...paint } : null;
}

/** Returns the fill and the line of an element; `null` when a shape has no such paint. */
function paintOf(attributes: ReadonlyMap<string, string>): Partial<Shape> | null {
  const opacity = Number(attributes.get('opacity') ?? 1) * Number(attributes.get('fill-opacity') ?? 1);
  const fill = attributes.get('fill') ?? '#000000';
  const stroke = attributes.get('stroke') ?? 'none';
  // An outline of a shape lies inside of its box, that of a drawing on its border.
  if (opacity !== 1 || stroke !== 'none') return null;
  if (fill === 'none') return null;
  return isColor(fill) ? { fill } : null;
}

function attributesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(/([\w:-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    found.set(name.toLowerCase(), double ?? single ?? '');
  }
  return found;
}

function positive(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) && value > 0 ? value : null;
}
