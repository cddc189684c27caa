import type { Clip } from '../../document/clip.ts';
import { isColor, parseColor } from '../../document/parse-color.ts';
import { VALUE_PLACES } from '../../document/value-places.ts';
import type { NewClip } from '../../edit/insert-clip.ts';
import type { EasingName } from '../../vocabulary/index.ts';
import { EASING_NAMES } from '../../vocabulary/index.ts';
import type { Curve, Segment } from '../curve.ts';
import type { ImportContext } from '../import-context.ts';
import type { SourceNode } from '../source-tree.ts';
import type { FontFinder } from './fonts.ts';
import type { MergeFields } from './merge-fields.ts';

/** Everything that the readers of one edit share. */
export interface EditContext extends ImportContext {
  canvas: Size;
  merge: MergeFields;
  fonts: FontFinder;
}

/** Names of the places at which a clip is aligned to the canvas, or content to its box. */
export const POSITIONS = [
  'center',
  'top',
  'topRight',
  'right',
  'bottomRight',
  'bottom',
  'bottomLeft',
  'left',
  'topLeft',
] as const;

/** Width and height in pixels of the canvas. */
export interface Size {
  width: number;
  height: number;
}

/** Fields of a clip that is being made. `type`, `start` and `duration` are added last. */
export type Fields = Partial<NewClip>;

/** Joins fields of a clip: later ones replace earlier ones, and the variables of all are kept. */
export function joined(...parts: readonly Fields[]): Fields {
  const variables = Object.assign({}, ...parts.map((part) => part.variables ?? {}));
  const fields: Fields = Object.assign({}, ...parts);
  return Object.keys(variables).length > 0 ? { ...fields, variables } : fields;
}

/** Returns a number in a range; `otherwise` without a value. Reports a value that is no number or out of range. */
export function numberOf(
  node: SourceNode | null,
  otherwise: number,
  [minimum, maximum]: readonly [number, number],
): number {
  if (!node) return otherwise;
  const value = node.number();
  if (value === null) {
    node.lose('A number was expected.', String(otherwise));
    return otherwise;
  }
  const limited = Math.min(maximum, Math.max(minimum, value));
  if (limited !== value) node.note(`The value must be from ${minimum} to ${maximum}.`, String(limited));
  return limited;
}

/** Returns one of several names, or `null` without a value. Reports any other value. */
export function nameOf<const Name extends string>(node: SourceNode | null, names: readonly Name[]): Name | null {
  if (!node) return null;
  const text = node.text();
  const name = names.find((one) => one === text) ?? null;
  if (name === null && text !== 'none') node.note(`The value is not one of ${names.join(', ')}.`);
  return name;
}

/**
 * Returns a colour with an opacity of 0-1 as `#rrggbb` or `#rrggbbaa`, or `null` without a value. `argb`: a colour of 8
 * digits begins with its opacity, as in the older assets. Reports a value that is no colour.
 */
export function colorOf(node: SourceNode | null, opacity = 1, order: 'rgba' | 'argb' = 'rgba'): string | null {
  const text = node?.text()?.trim();
  if (!node || text === undefined || text === '') return null;
  const digits = /^#([0-9a-f]{2})([0-9a-f]{6})$/i.exec(text);
  const css = order === 'argb' && digits ? `#${digits[2]}${digits[1]}` : text;
  if (!isColor(css)) {
    node.note('The value is not a colour.', 'The default colour.');
    return null;
  }
  const { r, g, b, a } = parseColor(css);
  const alpha = Math.round(a * opacity * 255);
  const hex = [r, g, b, ...(alpha < 255 ? [alpha] : [])].map((part) => part.toString(16).padStart(2, '0'));
  return `#${hex.join('')}`;
}

/**
 * Makes `field` of a clip a variable when the value in the file is a placeholder. Fields that no variable can fill are
 * reported: they keep the value of the merge field.
 */
export function bindVariable(fields: Fields, field: string, node: SourceNode | null, { merge }: EditContext): void {
  if (!node || typeof node.raw !== 'string') return;
  const variable = merge.variableOf(node.raw, node.path);
  if (variable === null) return;
  if (VALUE_PLACES.has(field) && variable.length <= 200) {
    fields.variables = { ...fields.variables, [field]: variable };
  } else node.note('A variable cannot fill this value.', 'The value of the merge field.');
}

/**
 * Returns the changes of a number over the time of its clip: a number, or the list of tweens that the file has. Without
 * a value it is `otherwise`.
 */
export function tweenedOf(
  node: SourceNode | null,
  otherwise: number,
  range: readonly [number, number],
  lengthSec: number,
): Curve {
  if (!node?.isList) return numberOf(node, otherwise, range);
  const segments: Segment[] = [];
  for (const tween of node.items()) {
    const start = numberOf(tween.get('start'), 0, [0, lengthSec]);
    const length = numberOf(tween.get('length'), lengthSec - start, [0, 86_400]);
    const before = segments.at(-1)?.to ?? otherwise;
    const from = numberOf(tween.get('from'), before, range);
    const to = numberOf(tween.get('to'), from, range);
    const easing = easingOf(tween);
    if (length > 0) segments.push({ start, end: start + length, from, to, easing });
  }
  segments.sort((a, b) => a.start - b.start);
  const apart = segments.map((segment, index) => {
    const next = segments[index + 1];
    if (!next || next.start >= segment.end) return segment;
    node.note('Two tweens run at the same time.', 'The first one ends when the second one begins.');
    return { ...segment, end: next.start };
  });
  const moving = apart.filter(({ start, end }) => end > start);
  return moving.length > 0 ? moving : otherwise;
}

function easingOf(tween: SourceNode): EasingName {
  const interpolation = nameOf(tween.get('interpolation'), ['linear', 'bezier', 'constant']) ?? 'linear';
  const easing = tween.get('easing');
  const name = easing?.text();
  if (interpolation === 'constant') return 'hold';
  if (interpolation === 'linear' && name === undefined) return 'linear';
  // CSS calls this curve ease; it is close to easeInOut.
  if (name === undefined || name === 'ease' || name === 'smooth') return 'easeInOut';
  const known = EASING_NAMES.find((one) => one === name);
  if (!known) easing?.note('The easing is not known.', 'easeInOut');
  return known ?? 'easeInOut';
}

/** Writes a curve to a clip: its value, and its keyframes when it changes. */
export function setCurve<Field extends 'opacity' | 'scale' | 'x' | 'y' | 'rotation' | 'volume' | 'skewX' | 'skewY'>(
  fields: Fields,
  field: Field,
  value: number,
  keyframes: NonNullable<Clip['kfX']> | null,
): void {
  const name = `kf${field[0]?.toUpperCase()}${field.slice(1)}`;
  Object.assign(fields, { [field]: value }, keyframes ? { [name]: keyframes } : {});
}
