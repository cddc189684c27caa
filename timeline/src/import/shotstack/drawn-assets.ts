import { LIMITS } from '../../document/limits.ts';
import { shortened } from '../../document/storable-text.ts';
import type { SourceNode } from '../source-tree.ts';
import {
  bindVariable,
  colorOf,
  type EditContext,
  type Fields,
  nameOf,
  numberOf,
  POSITIONS,
  type Size,
} from './edit-context.ts';
import type { PlacedBox } from './placement.ts';
import { readSvg } from './svg-drawing.ts';
import { boxOf, contentOf, titleOf } from './texts.ts';

/** A clip that is drawn from the file itself, and its box. */
export interface DrawnAsset {
  fields: Fields;
  placed: PlacedBox;
}

const SHAPES = ['rectangle', 'circle', 'line'] as const;

/** Reads an asset of type `shape`. */
export function convertShape(clip: SourceNode, asset: SourceNode, edit: EditContext): DrawnAsset {
  const kind = nameOf(asset.get('shape'), SHAPES) ?? 'rectangle';
  const own = asset.get(kind);
  const size = (node: SourceNode | null | undefined, otherwise: number) =>
    numberOf(node ?? null, otherwise, [1, LIMITS.boxSide]);
  const outer = boxOf(clip, asset, edit.canvas);
  let shape: NonNullable<Fields['shape']>;
  if (kind === 'circle') {
    const radius = size(own?.get('radius'), Math.min(outer.width, outer.height) / 2);
    shape = { kind: 'circle', width: 2 * radius, height: 2 * radius };
  } else if (kind === 'line') {
    const width = size(own?.get('length'), outer.width);
    shape = { kind: 'rectangle', width, height: size(own?.get('thickness'), 2) };
  } else {
    const radius = numberOf(own?.get('cornerRadius') ?? null, 0, [0, LIMITS.boxSide]);
    const sides = { width: size(own?.get('width'), outer.width), height: size(own?.get('height'), outer.height) };
    shape =
      radius > 0 ? { kind: 'rounded-rectangle', ...sides, cornerRadius: radius } : { kind: 'rectangle', ...sides };
  }
  const fields: Fields = { type: 'shape', src: '', name: kind };
  const fill = asset.get('fill');
  shape.fill = colorOf(fill?.get('color') ?? null, numberOf(fill?.get('opacity') ?? null, 1, [0, 1])) ?? '#00000000';
  const stroke = asset.get('stroke');
  const width = numberOf(stroke?.get('width') ?? null, 0, [0, 1_000]);
  const ink = colorOf(stroke?.get('color') ?? null);
  if (width > 0) Object.assign(shape, { strokeWidth: width, stroke: ink ?? '#000000' });
  fields.shape = shape;
  bindVariable(fields, 'shape.fill', fill?.get('color') ?? null, edit);
  bindVariable(fields, 'shape.stroke', stroke?.get('color') ?? null, edit);
  return { fields, placed: { box: { width: shape.width ?? outer.width, height: shape.height ?? outer.height } } };
}

/** Reads an asset of type `svg` with its drawing: a shape where that shows the same, otherwise a page. */
export function convertSvg(clip: SourceNode, asset: SourceNode, edit: EditContext): DrawnAsset {
  const source = asset.get('src');
  const markup = source?.text() ?? '';
  const svg = readSvg(markup);
  const natural = svg?.size ?? edit.canvas;
  const box = {
    width: numberOf(clip.get('width') ?? asset.get('width'), natural.width, [1, LIMITS.boxSide]),
    height: numberOf(clip.get('height') ?? asset.get('height'), natural.height, [1, LIMITS.boxSide]),
  };
  const dimmed = numberOf(asset.get('opacity'), 1, [0, 1]);
  if (dimmed < 1)
    asset.get('opacity')?.note('The opacity of a drawing and that of its clip are one.', 'That of the clip.');
  if (svg?.shape && source) {
    const sizing = Math.min(box.width / svg.size.width, box.height / svg.size.height);
    const fields: Fields = { type: 'shape', src: '', name: 'Drawing', shape: svg.shape };
    const raw = typeof source.raw === 'string' ? source.raw : '';
    const fill = /\bfill\s*=\s*"(\{\{[^"]*\}\})"/.exec(raw)?.[1];
    const variable = fill === undefined ? null : edit.merge.variableOf(fill, source.path);
    if (variable) fields.variables = { 'shape.fill': variable };
    else if (raw.includes('{{'))
      source.note('Variables of a shape fill only its colour.', 'The values of the merge fields.');
    return { fields, placed: { box, sizing } };
  }
  const css = 'html,body{margin:0;background:transparent}svg{display:block;width:100vw;height:100vh}';
  return { fields: pageFields(contentOfPage(source, edit), css, undefined, box), placed: { box } };
}

const SCRIPT_LIBRARIES = /\b(gsap|anime|d3|lottie|THREE|ScrollTrigger)\b/;

/** Reads an asset of type `html` or `html5`: a page of the size of its box. */
export function convertHtml(clip: SourceNode, asset: SourceNode, edit: EditContext): DrawnAsset {
  const box = boxOf(clip, asset, edit.canvas);
  const markup = contentOfPage(asset.get('html'), edit);
  const own = contentOfPage(asset.get('css'), edit);
  const script = asset.get('js');
  const js = script ? contentOfPage(script, edit) : undefined;
  const library = js === undefined ? null : SCRIPT_LIBRARIES.exec(js);
  if (library) {
    script?.note(`The script uses ${library[1]}, which pages do not have here.`, 'Add the library to the script.');
  }
  const background = colorOf(asset.get('background'), 1, 'argb') ?? 'transparent';
  const position = nameOf(asset.get('position'), POSITIONS)?.toLowerCase() ?? 'center';
  const along = position.includes('left') ? 'flex-start' : position.includes('right') ? 'flex-end' : 'center';
  const across = position.includes('top') ? 'flex-start' : position.includes('bottom') ? 'flex-end' : 'center';
  if (asset.get('type')?.raw === 'html5') return { fields: pageFields(markup, own, js, box), placed: { box } };
  const frame =
    `html,body{margin:0;height:100%}body{background:${background};overflow:hidden;display:flex;` +
    `flex-direction:column;align-items:${along};justify-content:${across}}`;
  return { fields: pageFields(markup, `${frame}${own}`, js, box), placed: { box } };
}

function contentOfPage(node: SourceNode | null, { merge }: EditContext): string {
  const text = node?.text();
  if (!node || typeof text !== 'string') return '';
  const raw = typeof node.raw === 'string' ? node.raw : text;
  if (raw.length > LIMITS.htmlLength)
    node.note(`A page has at most ${LIMITS.htmlLength} characters.`, 'Its beginning.');
  return shortened(merge.withVariables(raw, node.path), LIMITS.htmlLength);
}

function pageFields(html: string, css: string, js: string | undefined, { width, height }: Size): Fields {
  const page = { html, css: shortened(css, LIMITS.htmlLength), ...(js === undefined ? {} : { js }), width, height };
  return { type: 'html', src: '', name: 'Page', html: page };
}

/** Sizes of the older titles, in parts of the canvas' height. */
const TITLE_SIZES: Record<string, number> = {
  'xx-small': 0.03,
  'x-small': 0.04,
  small: 0.05,
  medium: 0.067,
  large: 0.09,
  'x-large': 0.12,
  'xx-large': 0.15,
};

/** Reads an asset of type `title`, the older form of texts. */
export function convertTitle(asset: SourceNode, edit: EditContext): DrawnAsset {
  const { canvas } = edit;
  const fields: Fields = { type: 'text', src: '' };
  const size = asset.get('size');
  const part = TITLE_SIZES[size?.text() ?? 'medium'];
  if (part === undefined) size?.note('The size is not known.', 'medium');
  const style = asset.get('style');
  style?.note('The styles of titles are fonts of the other service.', 'The first bundled font.');
  const isBold = /chunk$|blockbuster|marker/.test(String(style?.raw));
  const ground = colorOf(asset.get('background'), 1, 'argb');
  const content = contentOf(asset.get('text'), edit);
  const fontSize = Math.max(1, (part ?? 0.067) * canvas.height);
  fields.name = titleOf(asset.get('text'));
  fields.textStyle = {
    content,
    fontSize,
    fontWeight: isBold ? 800 : 400,
    color: colorOf(asset.get('color'), 1, 'argb') ?? '#ffffff',
    width: canvas.width * 0.9,
    ...(ground ? { background: { color: ground, paddingX: fontSize * 0.3, paddingY: fontSize * 0.15 } } : {}),
  };
  bindVariable(fields, 'textStyle.color', asset.get('color'), edit);
  const position = nameOf(asset.get('position'), POSITIONS)?.toLowerCase() ?? 'center';
  const offset = asset.get('offset');
  const shift = (axis: 'x' | 'y') => numberOf(offset?.get(axis) ?? null, 0, [-10, 10]);
  const sideways = position.includes('left') ? -1 : position.includes('right') ? 1 : 0;
  const upright = position.includes('top') ? -1 : position.includes('bottom') ? 1 : 0;
  if (sideways !== 0) fields.textStyle.align = sideways < 0 ? 'left' : 'right';
  const inBox = {
    x: shift('x') * canvas.width,
    y: upright * (canvas.height / 2 - fontSize) - shift('y') * canvas.height,
  };
  return { fields, placed: { box: canvas, inBox } };
}
