import type { Clip, Document } from '@framemill/timeline';
import { edgesOf, type Measures, sizeOnCanvas } from '../../../src/planner/clip-box.ts';
import { valueAt } from '../wanted.ts';
import { isCalled } from './colour-names.ts';

/** Clip before and after a message, with its document. `was` is null for a new clip. */
export interface Seen {
  was: Clip | null;
  is: Clip;
  document: Document;
  measures: Measures;
}

/** Field that a case may use although no clip stores it under this name, such as `end` or `visible`. */
export interface DerivedField {
  /** Stored fields of the clip that may change when a case expects this field, as dotted paths. */
  covers: string[];
  /** Computes the field's value, which is then compared as a stored field is. */
  value?(clip: Clip, seen: Seen): unknown;
  /** Returns whether the field is as expected, for fields that need more than a comparison. */
  holds?(wanted: unknown, seen: Seen): boolean;
}

const MOTION = ['kfOpacity', 'kfScale', 'kfX', 'kfY', 'kfRotation', 'kfBlur', 'textStyle.animation'];
const FADES = ['kfOpacity', 'fadeIn', 'fadeOut', 'fadeCurve', 'textStyle.animation', 'transition'];

/** Derived fields by name. README.md explains each. */
export const DERIVED: Record<string, DerivedField> = {
  end: { covers: ['start', 'duration'], value: ({ start, duration }) => start + duration },
  text: { covers: ['textStyle.content', 'textStyle.words', 'name'], value: ({ textStyle }) => textStyle?.content },
  audible: { covers: ['volume', 'muted'], value: ({ volume, muted }) => volume > 0 && !muted },
  visible: { covers: ['opacity'], value: ({ opacity }) => opacity > 0 },
  ducked: {
    covers: ['kfVolume', 'volume', 'duck'],
    value: ({ kfVolume, duck }) => hasAny(kfVolume) || duck !== undefined,
  },
  normalized: {
    covers: ['loudness', 'volume', 'kfVolume'],
    holds: (_wanted, { is, was }) => is.loudness !== undefined || is.volume !== was?.volume,
  },
  denoised: { covers: ['chain'], value: ({ chain = [] }) => chain.some(({ type }) => type === 'denoise') },
  fadesIn: { covers: FADES, holds: (wanted, seen) => isFade(wanted, fadeSec(seen, 'in')) },
  fadesOut: { covers: FADES, holds: (wanted, seen) => isFade(wanted, fadeSec(seen, 'out')) },
  animated: {
    covers: [...MOTION, 'x', 'y', 'scale'],
    value: (clip) => MOTION.some((field) => hasAny(valueAt(clip, field))),
  },
  zooms: { covers: ['kfScale', 'kfX', 'kfY', 'fit', 'scale'], value: zoomOf },
  transition: { covers: ['transition'], holds: isTransition },
  effect: { covers: ['effects'], holds: (wanted, { is }) => hasEffect(is, wanted) },
  noEffect: { covers: ['effects'], holds: (wanted, { is }) => !hasEffect(is, wanted) },
  filter: { covers: ['grade', 'effects'], holds: isFilter },
  brightness: { covers: ['grade', 'effects'], value: ({ grade }) => grade?.exposure ?? 0 },
  contrast: { covers: ['grade', 'effects'], value: ({ grade }) => grade?.contrast ?? 0 },
  saturation: { covers: ['grade', 'effects'], value: ({ grade }) => grade?.saturation ?? 0 },
  warmth: { covers: ['grade', 'effects'], value: ({ grade }) => grade?.temperature ?? 0 },
  color: { covers: ['textStyle.color', 'textStyle.gradient', 'shape.fill'], holds: isColoured },
  backgroundColor: {
    covers: ['textStyle.background'],
    holds: (wanted, { is }) => isNamed(is.textStyle?.background?.color, wanted),
  },
  outline: {
    covers: ['textStyle.strokeColor', 'textStyle.strokeWidth'],
    value: ({ textStyle }) => (textStyle?.strokeWidth ?? 0) > 0,
  },
  shadow: {
    covers: ['textStyle.shadow', 'effects'],
    value: (clip) => clip.textStyle?.shadow !== undefined || hasEffect(clip, 'drop-shadow'),
  },
  bold: { covers: ['textStyle.fontWeight'], value: ({ textStyle }) => (textStyle?.fontWeight ?? 400) >= 600 },
  italic: { covers: ['textStyle.fontStyle'], value: ({ textStyle }) => textStyle?.fontStyle === 'italic' },
  underlined: {
    covers: ['textStyle.textDecoration'],
    value: ({ textStyle }) => textStyle?.textDecoration === 'underline',
  },
  uppercase: { covers: ['textStyle.textTransform', 'textStyle.content'], value: (clip) => isUppercase(clip) },
  font: { covers: ['textStyle.fontFamily'], value: ({ textStyle }) => textStyle?.fontFamily },
  fontSize: { covers: ['textStyle.fontSize'], value: ({ textStyle }) => textStyle?.fontSize },
  size: {
    covers: ['scale', 'scaleX', 'scaleY', 'textStyle.fontSize', 'textStyle.width', 'kfScale'],
    value: shownWidth,
  },
  place: { covers: ['x', 'y', 'textStyle.align', 'textStyle.verticalAlign'], holds: isPlaced },
  inFrame: { covers: ['x', 'y', 'scale', 'textStyle.width', 'textStyle.fontSize'], value: isInFrame },
};

/** Further stored fields that may change when a case expects the given field to change. */
export const CONSEQUENCES: Record<string, string[]> = {
  speed: ['duration'],
  duration: ['mediaStart', 'start'],
  // What would lie over another clip of its track goes to a track of its own.
  start: ['trackIndex'],
  end: ['trackIndex'],
  mediaStart: ['duration', 'start'],
  reverse: ['mediaStart'],
  textStyle: ['name'],
};

const hasAny = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
const isUppercase = ({ textStyle }: Clip) =>
  textStyle?.textTransform === 'uppercase' ||
  (textStyle !== undefined && textStyle.content === textStyle.content.toUpperCase());
const isNamed = (colour: unknown, wanted: unknown) =>
  wanted === null
    ? colour === undefined
    : typeof colour === 'string' && typeof wanted === 'string' && isCalled(colour, wanted);
const hasEffect = ({ effects = [] }: Clip, wanted: unknown) =>
  [wanted].flat().some((name) => effects.some(({ type, enabled }) => type === name && enabled));

function isColoured(wanted: unknown, { is }: Seen): boolean {
  const fill = is.textStyle ? (is.textStyle.color ?? '#ffffff') : is.shape?.fill;
  return [wanted].flat().some((one) => isNamed(fill, one));
}

function isTransition(wanted: unknown, { is }: Seen): boolean {
  if (typeof wanted === 'boolean') return (is.transition !== undefined) === wanted;
  return [wanted].flat().some((name) => is.transition?.type === name);
}

function isFilter(wanted: unknown, { is, was }: Seen): boolean {
  const { saturation = 0, temperature = 0 } = is.grade ?? {};
  if (wanted === 'black and white') return saturation <= -0.95;
  if (wanted === 'warm') return temperature > (was?.grade?.temperature ?? 0);
  if (wanted === 'cool') return temperature < (was?.grade?.temperature ?? 0);
  if (wanted === 'none')
    return is.grade === undefined && !(is.effects ?? []).some(({ filter }) => filter !== undefined);
  return JSON.stringify([is.grade, is.effects]) !== JSON.stringify([was?.grade, was?.effects]);
}

/** Returns the duration of a clip's fade in or fade out, of audio or video, in seconds; 0 without a fade. */
function fadeSec({ is }: Seen, way: 'in' | 'out'): number {
  if (is.type === 'audio') return way === 'in' ? is.fadeIn : is.fadeOut;
  const animation = is.textStyle?.animation?.[way];
  if (animation?.name === 'fade') return animation.duration ?? 0.5;
  const keyframes = (is.kfOpacity ?? []).toSorted((a, b) => a.time - b.time);
  const edge = way === 'in' ? keyframes.slice(0, 2) : keyframes.slice(-2).toReversed();
  const [outer, inner] = edge;
  if (outer === undefined || inner === undefined || outer.value >= inner.value) return 0;
  return Math.abs(inner.time - outer.time);
}

const isFade = (wanted: unknown, seconds: number) =>
  typeof wanted === 'number' ? Math.abs(seconds - wanted) <= 0.1 : seconds > 0 === wanted;

function zoomOf({ kfScale = [] }: Clip): string | null {
  const [first, last] = [kfScale[0]?.value, kfScale.at(-1)?.value];
  if (first === undefined || last === undefined || first === last) return null;
  return last > first ? 'in' : 'out';
}

/**
 * Returns a clip's width on the canvas in pixels. For a text it returns the font size, because a text box can keep its
 * width when its lines wrap.
 */
function shownWidth(clip: Clip, { document, measures }: Seen): number {
  if (clip.textStyle) return (clip.textStyle.fontSize ?? 80) * clip.scale;
  return sizeOnCanvas(clip, document.settings, measures).width;
}

/**
 * Whether the centre of a clip is at a position in words, such as `top left`. It counts as left, right, top or bottom
 * when it is at least one twelfth of the canvas away from the canvas's centre.
 */
function isPlaced(wanted: unknown, { is, document: { settings } }: Seen): boolean {
  if (typeof wanted !== 'string') return false;
  const [x, y] = [is.x / settings.width, is.y / settings.height];
  const off = 1 / 12;
  const sides: Record<string, boolean> = {
    left: x <= -off,
    right: x >= off,
    top: y <= -off,
    bottom: y >= off,
    center: (/left|right/.test(wanted) || Math.abs(x) < off) && (/top|bottom/.test(wanted) || Math.abs(y) < off),
  };
  return wanted.split(/[\s-]+/).every((side) => sides[side] ?? false);
}

function isInFrame(clip: Clip, { document, measures }: Seen): boolean {
  const { left, right, top, bottom } = edgesOf(clip, document, measures);
  const { width, height } = document.settings;
  return left >= -width / 2 - 1 && right <= width / 2 + 1 && top >= -height / 2 - 1 && bottom <= height / 2 + 1;
}
