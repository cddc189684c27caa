import { LIMITS } from '../../document/limits.ts';
import { shortened } from '../../document/storable-text.ts';
import type { TextStyle } from '../../document/text-style.ts';
import type { SourceNode } from '../source-tree.ts';
import { bindVariable, colorOf, type EditContext, type Fields, nameOf, numberOf, type Size } from './edit-context.ts';
import { textAnimationOf } from './text-animations.ts';

/** A text of an edit: the clip's own fields, and a box behind it where the file has one. */
export interface ConvertedText {
  /** Box of the text in the file. */
  box: Size;
  /** Centre line of the text from the centre of the box. Pixels. */
  inBox: { x: number; y: number };
  /** Fields of the text clip; `null` for an empty text, which only shows its box. */
  text: Fields | null;
  /** Fields of the shape behind the text. */
  behind: Fields | null;
}

interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const ALIGNS = ['left', 'center', 'right'] as const;
const CASES = ['none', 'uppercase', 'lowercase', 'capitalize'] as const;
const LINES = ['none', 'underline', 'line-through'] as const;

/**
 * Reads an asset of type `text` or `rich-text` of a clip that lasts `lengthSec`. `caption` is the text of captions, which
 * have none of their own; their background follows the words.
 */
export function convertText(
  clip: SourceNode,
  asset: SourceNode,
  lengthSec: number,
  edit: EditContext,
  caption?: string,
): ConvertedText {
  const isRich = asset.get('type')?.raw === 'rich-text';
  const box = boxOf(clip, asset, edit.canvas);
  const content = caption ?? contentOf(asset.get('text'), edit);
  if (content.trim() === '') {
    for (const field of STYLE_FIELDS) asset.get(field)?.idle();
    return { box, inBox: { x: 0, y: 0 }, text: null, behind: readBackground({ content }, asset, box, edit) };
  }
  const padding = insetsOf(asset.get('padding'));
  const fields: Fields = { type: 'text', src: '' };
  const style: TextStyle = { content };
  const align = asset.get(isRich ? 'align' : 'alignment') ?? asset.get(isRich ? 'alignment' : 'align');
  const vertical = nameOf(align?.get('vertical') ?? null, ['top', 'center', 'middle', 'bottom']) ?? 'center';
  style.align = nameOf(align?.get('horizontal') ?? null, ALIGNS) ?? 'center';
  style.verticalAlign = vertical === 'center' ? 'middle' : vertical;
  style.width = Math.max(1, box.width - padding.left - padding.right);
  readFont(fields, style, asset, isRich, edit);
  readDecorations(fields, style, asset, edit);
  readEllipsis(style, asset, box);
  const behind = readBackground(style, asset, box, edit, caption !== undefined);
  const animation = caption === undefined ? asset.get('animation') : null;
  if (animation) style.animation = textAnimationOf(animation, content, lengthSec);
  const inner = box.height - padding.top - padding.bottom;
  const middle = (padding.top - padding.bottom) / 2;
  const edge = style.verticalAlign === 'top' ? -inner / 2 : style.verticalAlign === 'bottom' ? inner / 2 : 0;
  fields.textStyle = style;
  fields.name = titleOf(asset.get('text'));
  return {
    box,
    inBox: { x: (padding.left - padding.right) / 2, y: middle + edge },
    text: fields,
    behind,
  };
}

/** Fields of an asset that an empty text does not need. */
const STYLE_FIELDS = [
  'font',
  'style',
  'stroke',
  'shadow',
  'align',
  'alignment',
  'padding',
  'animation',
  'ellipsis',
] as const;

/** Returns the box of an asset: that of its clip, or its own, or else the canvas. */
export function boxOf(clip: SourceNode, asset: SourceNode, canvas: Size): Size {
  const side = (name: 'width' | 'height') => {
    const own = asset.get(name);
    const outer = clip.get(name);
    // Both are sizes of the same box; that of the clip applies.
    if (outer) own?.idle();
    return numberOf(outer ?? own, canvas[name], [1, LIMITS.boxSide]);
  };
  return { width: side('width'), height: side('height') };
}

/** Returns a text as the project stores it, with its placeholders as variables. */
export function contentOf(node: SourceNode | null, { merge }: EditContext): string {
  if (!node) return '';
  node.text();
  const raw = typeof node.raw === 'string' || typeof node.raw === 'number' ? String(node.raw) : '';
  const text = merge.withVariables(raw.replace(/\r\n?/g, '\n'), node.path);
  if (text.length > LIMITS.textLength) {
    node.note(`A text has at most ${LIMITS.textLength} characters.`, 'Its beginning.');
  }
  return shortened(text, LIMITS.textLength);
}

/** Returns the beginning of a text as the name of its clip. */
export function titleOf(node: SourceNode | null): string {
  const text = node?.text() ?? '';
  return shortened(text.slice(0, 1_000).replace(/\s+/g, ' ').trim(), 60);
}

function readFont(fields: Fields, style: TextStyle, asset: SourceNode, isRich: boolean, edit: EditContext): void {
  const font = asset.get('font');
  const found = edit.fonts.find(font?.get('family') ?? null);
  if (found.fontFamily !== null) style.fontFamily = found.fontFamily;
  style.fontSize = numberOf(font?.get('size') ?? null, isRich ? 24 : 32, [1, 2_000]);
  bindVariable(fields, 'textStyle.fontSize', font?.get('size') ?? null, edit);
  style.fontWeight = weightOf(font?.get('weight') ?? null, found.weight ?? 400);
  const opacity = numberOf(font?.get('opacity') ?? null, 1, [0, 1]);
  style.color = colorOf(font?.get('color') ?? null, opacity) ?? (isRich ? '#000000' : '#ffffff');
  bindVariable(fields, 'textStyle.color', font?.get('color') ?? null, edit);
  const more = asset.get('style');
  style.lineHeight = numberOf(more?.get('lineHeight') ?? font?.get('lineHeight') ?? null, isRich ? 1.2 : 1, [0.1, 10]);
  const spacing = numberOf(more?.get('letterSpacing') ?? null, 0, [-200, 1_000]);
  if (spacing !== 0) style.letterSpacing = spacing;
  const words = numberOf(more?.get('wordSpacing') ?? null, 0, [-200, 1_000]);
  if (words !== 0) style.wordSpacing = words;
  const textCase = nameOf(more?.get('textTransform') ?? null, CASES);
  if (textCase && textCase !== 'none') style.textTransform = textCase;
  const line = nameOf(more?.get('textDecoration') ?? null, LINES);
  if (line && line !== 'none') style.textDecoration = line;
}

/** Returns the weight of a font, 100-900. The names bold and normal are 700 and 400. */
function weightOf(node: SourceNode | null, otherwise: number): number {
  const name = node?.filled;
  if (name !== 'bold' && name !== 'normal') return numberOf(node, otherwise, [100, 900]);
  node?.use();
  return name === 'bold' ? 700 : 400;
}

function readDecorations(fields: Fields, style: TextStyle, asset: SourceNode, edit: EditContext): void {
  const stroke = asset.get('stroke') ?? asset.get('font')?.get('stroke');
  if (stroke) {
    const width = numberOf(stroke.get('width'), 0, [0, 200]);
    const color = colorOf(stroke.get('color'), numberOf(stroke.get('opacity'), 1, [0, 1])) ?? '#000000';
    if (width > 0) Object.assign(style, { strokeWidth: width, strokeColor: color });
    bindVariable(fields, 'textStyle.strokeColor', stroke.get('color'), edit);
  }
  const shadow = asset.get('shadow');
  if (shadow) {
    const [x, y] = ['offsetX', 'offsetY'].map((name) => numberOf(shadow.get(name), 0, [-1_000, 1_000]));
    const blur = numberOf(shadow.get('blur'), 0, [0, 500]);
    const color = colorOf(shadow.get('color')) ?? '#000000';
    style.shadow = { x: x ?? 0, y: y ?? 0, blur, color, opacity: numberOf(shadow.get('opacity'), 0.5, [0, 1]) };
  }
  const gradient = asset.get('style')?.get('gradient');
  if (!gradient) return;
  const type = nameOf(gradient.get('type'), ['linear', 'radial']) ?? 'linear';
  const angle = numberOf(gradient.get('angle'), 0, [-360, 360]);
  const stops = (gradient.get('stops')?.items() ?? []).slice(0, LIMITS.gradientStops).flatMap((stop) => {
    const color = colorOf(stop.get('color'));
    return color === null ? [] : [{ offset: numberOf(stop.get('offset'), 0, [0, 1]), color }];
  });
  if (stops.length >= 2) style.gradient = { type, angle, stops: stops.sort((a, b) => a.offset - b.offset) };
}

/** Text that does not fit is cut with an ellipsis where the file says so. */
function readEllipsis(style: TextStyle, asset: SourceNode, box: Size): void {
  const ellipsis = asset.get('ellipsis');
  if (!ellipsis) return;
  if (ellipsis.text() !== '...' && ellipsis.raw !== '\u2026') ellipsis.note('Only … cuts a text off.', '…');
  const lines = Math.floor(box.height / ((style.fontSize ?? 32) * (style.lineHeight ?? 1)));
  Object.assign(style, { overflow: 'ellipsis', maxLines: Math.min(1_000, Math.max(1, lines)) });
}

/**
 * Reads the background and the border of a text. A background that follows the words is part of the text's style; one
 * that fills the box is a shape behind it.
 */
function readBackground(
  style: TextStyle,
  asset: SourceNode,
  box: Size,
  edit: EditContext,
  isCaption = false,
): Fields | null {
  const background = asset.get('background');
  const border = asset.get('border');
  const highlight = asset.get('font')?.get('background');
  const opacity = numberOf(background?.get('opacity') ?? null, 1, [0, 1]);
  const color = colorOf(background?.get('color') ?? null, opacity);
  const radius = numberOf(background?.get('borderRadius') ?? border?.get('radius') ?? null, 0, [0, LIMITS.boxSide]);
  const padding = numberOf(background?.get('padding') ?? null, 0, [0, 2_000]);
  const wraps = background?.get('wrap')?.truth() ?? isCaption;
  const marked = colorOf(highlight ?? null);
  if (marked !== null) style.background = { color: marked, wrap: 'line' };
  if (color !== null && wraps) {
    style.background = { color, paddingX: padding, paddingY: padding, radius, wrap: 'block' };
    if (!border) return null;
  }
  const width = numberOf(border?.get('width') ?? null, 0, [0, 1_000]);
  const ink = colorOf(border?.get('color') ?? null, numberOf(border?.get('opacity') ?? null, 1, [0, 1]));
  const edge = border?.get('radius');
  if (edge && numberOf(edge, radius, [0, LIMITS.boxSide]) !== radius) {
    edge.note('A background and its border have one radius.', String(radius));
  }
  const fill = wraps ? null : color;
  if (fill === null && width === 0) return null;
  const behind: Fields = {
    type: 'shape',
    src: '',
    name: 'Background',
    shape: {
      kind: radius > 0 ? 'rounded-rectangle' : 'rectangle',
      ...box,
      fill: fill ?? '#00000000',
      ...(radius > 0 ? { cornerRadius: radius } : {}),
      ...(width > 0 ? { stroke: ink ?? '#000000', strokeWidth: width } : {}),
    },
  };
  if (fill !== null) bindVariable(behind, 'shape.fill', background?.get('color') ?? null, edit);
  return behind;
}

function insetsOf(node: SourceNode | null): Insets {
  if (!node) return { top: 0, right: 0, bottom: 0, left: 0 };
  const side = (name: keyof Insets) => numberOf(node.get(name), 0, [0, LIMITS.boxSide]);
  if (typeof node.raw === 'object') {
    return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
  }
  const all = numberOf(node, 0, [0, LIMITS.boxSide]);
  return { top: all, right: all, bottom: all, left: all };
}
