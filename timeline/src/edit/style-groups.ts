import { AUDIBLE_FIELDS } from '../document/audible-fields.ts';
import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Shape } from '../document/shape.ts';
import { TEXT_DEFAULTS } from '../document/text-defaults.ts';
import type { TextStyle } from '../document/text-style.ts';
import { KEYFRAMABLE_PROPS, type StyleGroup } from '../vocabulary/index.ts';
import { clipFrom } from './change-clip.ts';
import { withoutMediaLength } from './without-media-length.ts';

const AUDIO_KEYFRAMES: ReadonlySet<string> = new Set(['kfVolume', 'kfPan', 'kfSpeed']);

/** Clip fields of each style group. The groups text, textAnimation and shape are parts of a field. */
const FIELDS: Record<Exclude<StyleGroup, 'text' | 'textAnimation' | 'shape'>, readonly (keyof Clip)[]> = {
  transform: [
    'x',
    'y',
    'scale',
    'scaleX',
    'scaleY',
    'rotation',
    'skewX',
    'skewY',
    'anchorX',
    'anchorY',
    'flipH',
    'flipV',
    'fit',
    'cornerRadius',
  ],
  crop: ['cropL', 'cropR', 'cropT', 'cropB'],
  blend: ['opacity', 'blendMode'],
  mask: ['mask'],
  grade: ['grade'],
  effects: ['effects'],
  keyframes: KEYFRAMABLE_PROPS.map((prop) => KEYFRAMABLE[prop].field).filter((field) => !AUDIO_KEYFRAMES.has(field)),
  transition: ['transition'],
  audio: AUDIBLE_FIELDS,
  speed: ['speed', 'kfSpeed', 'reverse', 'freezeAt', 'loop', 'loopOffset'],
};

/** Text fields that are content and timing; copying a style leaves them unchanged. */
const TEXT_CONTENT: ReadonlySet<string> = new Set(['content', 'spans', 'words', 'animation']);

/** Shape fields that define the form; copying a style leaves them unchanged. */
const SHAPE_FORM: ReadonlySet<string> = new Set([
  'kind',
  'd',
  'width',
  'height',
  'points',
  'sides',
  'innerRatio',
  'startAngle',
  'sweep',
]);

/** Whether clips of this type support the style group. */
export function hasGroup(clip: Clip, group: StyleGroup): boolean {
  if (group === 'text' || group === 'textAnimation') return clip.textStyle !== undefined;
  if (group === 'shape') return clip.shape !== undefined;
  if (group === 'audio' || group === 'speed') return clip.type === 'video' || clip.type === 'audio';
  return clip.type !== 'audio';
}

/**
 * Copies the fields of a style group from `source` to `target`; fields that `source` lacks are removed. Both clips must
 * support the group.
 */
export function withGroup(target: Clip, source: Clip, group: StyleGroup): Clip {
  if (group === 'text') return withTextStyle(target, source.textStyle);
  if (group === 'textAnimation') return withTextAnimation(target, source.textStyle);
  if (group === 'shape') return withShapeStyle(target, source.shape);
  const own: ReadonlySet<string> = new Set(FIELDS[group]);
  // At another speed the clip keeps its length, which no longer follows its media.
  const rest = group === 'speed' ? withoutMediaLength(target) : target;
  const kept = Object.entries(rest).filter(([field]) => !own.has(field));
  const taken = Object.entries(source).filter(([field]) => own.has(field));
  const next = clipFrom(Object.fromEntries([...kept, ...taken]));
  // A fade of a long clip may be longer than a short clip.
  return group === 'audio'
    ? { ...next, fadeIn: Math.min(next.fadeIn, next.duration), fadeOut: Math.min(next.fadeOut, next.duration) }
    : next;
}

function withTextStyle(target: Clip, source: TextStyle | undefined): Clip {
  const kept = Object.entries(target.textStyle ?? {}).filter(([field]) => TEXT_CONTENT.has(field));
  const taken = Object.entries(source ?? {}).filter(([field]) => !TEXT_CONTENT.has(field));
  return clipFrom({ ...target, textStyle: { ...TEXT_DEFAULTS, ...Object.fromEntries([...kept, ...taken]) } });
}

function withTextAnimation(target: Clip, source: TextStyle | undefined): Clip {
  if (!target.textStyle) return target;
  const { animation: _, ...style } = target.textStyle;
  return { ...target, textStyle: source?.animation ? { ...style, animation: source.animation } : style };
}

function withShapeStyle(target: Clip, source: Shape | undefined): Clip {
  const kept = Object.entries(target.shape ?? {}).filter(([field]) => SHAPE_FORM.has(field));
  const taken = Object.entries(source ?? {}).filter(([field]) => !SHAPE_FORM.has(field));
  return clipFrom({ ...target, shape: Object.fromEntries([...kept, ...taken]) });
}
