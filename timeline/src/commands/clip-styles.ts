import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { AUDIBLE_FIELDS, CLIP_DEFAULTS, TEXT_DEFAULTS } from '../document/clip-fields.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { LIMITS } from '../document/limits.ts';
import { id, oneOf } from '../document/scalars.ts';
import type { Shape } from '../document/shape.ts';
import type { TextStyle } from '../document/text-style.ts';
import { clipFrom, withClip } from '../edit/change-clip.ts';
import { findClip, findEditableClip, findEditableClips, mayBeAudible } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { withoutMediaLength } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import { KEYFRAMABLE_PROPS, STYLE_GROUPS, type StyleGroup } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const copyStyle = defineCommand({
  op: 'copyStyle',
  description:
    'Makes clips look or sound like another one. Each attribute is copied as a whole: what the other clip does ' +
    'not set is taken away. Words, shapes and times stay. An attribute that a clip cannot have is left out and ' +
    'named in fixes.',
  keywords: { 'copy effects': {}, 'paste attributes': {}, 'same look': {} },
  params: {
    fromClipId: id('Clip to copy from.'),
    toClipIds: Type.Array(id('A clip.'), { minItems: 1, maxItems: LIMITS.clips, description: 'Clips to change.' }),
    attributes: Type.Array(oneOf(STYLE_GROUPS, 'An attribute.'), {
      minItems: 1,
      maxItems: STYLE_GROUPS.length,
      description: 'What to copy.',
    }),
  },
  returns: { changed: Type.Integer({ description: 'How many clips took something over.' }) },
  examples: [
    {
      title: 'The same look for the next shot',
      given: [{ op: 'applyFilter', clipId: 'clip-1', preset: 'cinematic' }],
      params: { fromClipId: 'clip-1', toClipIds: ['clip-2'], attributes: ['grade', 'effects'] },
      gives: { changed: 1 },
    },
    {
      title: 'A title like another',
      given: [
        { op: 'addTextClip', text: 'Part two', start: 5, duration: 3, style: { fontSize: 140, color: '#ffd166' } },
      ],
      params: { fromClipId: 'clip-new-1', toClipIds: ['title-1'], attributes: ['text', 'transform'] },
      gives: { changed: 1 },
    },
  ],
  run: (document, params, context) => {
    const source = findClip(document, params.fromClipId).clip;
    const groups = [...new Set(params.attributes)];
    const missing = groups.filter((group) => !hasGroup(source, group));
    if (missing.length === groups.length) {
      throw refuse(
        `attributes ${missing.join(', ')} do not apply to clip "${source.id}" of type ${source.type}. Choose others.`,
      );
    }
    const fixes = missing.map((group) => `${group}: clip "${source.id}" of type ${source.type} has none; left out.`);
    const changed = new Map<string, Clip>();
    if (params.toClipIds.includes(source.id)) {
      throw refuse(`toClipIds names "${source.id}", which is also fromClipId. Leave it out.`);
    }
    for (const clip of findEditableClips(document, params.toClipIds)) {
      let next = clip;
      for (const group of groups) {
        if (!hasGroup(source, group)) continue;
        if (hasGroup(clip, group)) next = copied(next, source, group, context);
        else fixes.push(`${group}: clip "${clip.id}" of type ${clip.type} cannot have it; left out.`);
      }
      if (next !== clip) changed.set(clip.id, next);
    }
    const clips = document.clips.map((clip) => changed.get(clip.id) ?? clip);
    return {
      document: changed.size > 0 ? { ...document, clips } : document,
      data: withFixes({ changed: changed.size }, fixes),
    };
  },
});

function copied(target: Clip, source: Clip, group: (typeof STYLE_GROUPS)[number], context: ReduceContext): Clip {
  const next = withGroup(target, source, group);
  if (group !== 'effects' || !next.effects) return next;
  return { ...next, effects: next.effects.map((effect) => ({ ...effect, id: context.newId('effect') })) };
}

export const resetClip = defineCommand({
  op: 'resetClip',
  description:
    'Gives groups of fields of a clip the values that a new clip has. What it says or shows stays, and so do its ' +
    'start and length.',
  keywords: { 'remove all effects': {} },
  params: {
    clipId: ClipIdParam,
    groups: Type.Array(oneOf(STYLE_GROUPS, 'A group.'), {
      minItems: 1,
      maxItems: STYLE_GROUPS.length,
      description: 'What to reset.',
    }),
  },
  returns: {
    groups: Type.Array(oneOf(STYLE_GROUPS, 'A group.'), { description: 'What was reset: groups that the clip has.' }),
  },
  examples: [
    {
      title: 'Back to the middle, in its own colours',
      given: [
        { op: 'setTransform', clipId: 'clip-1', x: 300, rotation: 20 },
        { op: 'applyFilter', clipId: 'clip-1', preset: 'vivid' },
      ],
      params: { clipId: 'clip-1', groups: ['transform', 'grade', 'effects'] },
      gives: { groups: ['transform', 'grade', 'effects'] },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const wanted = [...new Set(params.groups)];
    const groups = wanted.filter((group) => hasGroup(clip, group));
    if (groups.length === 0) {
      throw refuse(`groups ${wanted.join(', ')} do not apply to clips of type ${clip.type}. Choose others.`);
    }
    const fixes = wanted
      .filter((group) => !groups.includes(group))
      .map((group) => `${group}: a clip of type ${clip.type} has none; left out.`);
    const fresh = freshAs(clip);
    const next = groups.reduce((changed, group) => withGroup(changed, fresh, group), clip);
    return { document: withClip(document, index, next), data: withFixes({ groups }, fixes) };
  },
});

/**
 * Creates a clip with the type, time and track of `clip` and default values for everything else. A text keeps its
 * content, and a shape its kind.
 */
function freshAs(clip: Clip): Clip {
  const { id, type, start, duration, trackIndex, mediaDuration } = clip;
  const fresh: Clip = { ...CLIP_DEFAULTS, id, type, start, duration, trackIndex, mediaDuration };
  if (clip.textStyle) fresh.textStyle = { content: clip.textStyle.content };
  if (clip.shape) fresh.shape = { kind: clip.shape.kind, fill: '#ffffff' };
  return fresh;
}

const AUDIO_KEYFRAMES: ReadonlySet<string> = new Set(['kfVolume', 'kfPan', 'kfSpeed']);

/**
 * Clip fields of each style group. The groups text, textAnimation and shape are not listed, because they are parts of a
 * field.
 */
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

/** Text fields that are content and timing. Copying a style does not change them. */
const TEXT_CONTENT: ReadonlySet<string> = new Set(['content', 'spans', 'words', 'animation']);

/** Shape fields that define the form. Copying a style does not change them. */
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
function hasGroup(clip: Clip, group: StyleGroup): boolean {
  if (group === 'text' || group === 'textAnimation') return clip.textStyle !== undefined;
  if (group === 'shape') return clip.shape !== undefined;
  if (group === 'audio' || group === 'speed') return mayBeAudible(clip);
  return clip.type !== 'audio';
}

/**
 * Copies the fields of a style group from `source` to `target`; fields that `source` lacks are removed. Both clips must
 * support the group.
 */
function withGroup(target: Clip, source: Clip, group: StyleGroup): Clip {
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
