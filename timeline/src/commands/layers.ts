import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { requireFrame } from '../command/requirements.ts';
import type { Clip } from '../document/clip.ts';
import { color, GradientSchema } from '../document/color.ts';
import { createTrack } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { EffectParamsSchema, EffectSchema } from '../document/effect.ts';
import { GradeSchema } from '../document/grade.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, oneOf, source } from '../document/scalars.ts';
import type { TrackDef } from '../document/track.ts';
import { withClip } from '../edit/change-clip.ts';
import { effectParams, withEffects } from '../edit/effects.ts';
import { withFilter } from '../edit/filters.ts';
import { findClip } from '../edit/find-clip.ts';
import { insertClip, type NewClip } from '../edit/insert-clip.ts';
import { isMoving, mediaForClip } from '../edit/media-for-clip.ts';
import { findRoom, trackToAdd } from '../edit/place-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import { durationSec } from '../time.ts';
import { FILTER_PRESETS } from '../vocabulary/index.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const LABEL = 'Background';

export const addBackground = defineCommand({
  op: 'addBackground',
  description:
    'Puts a colour, a gradient, a picture or a video under everything, filling the canvas, on a track of its own ' +
    'at the bottom. A video repeats and makes no sound.',
  keywords: { gradient: {}, backdrop: {}, 'solid colour': {} },
  params: {
    color: Type.Optional(color('One colour.')),
    gradient: Type.Optional(GradientSchema),
    src: Type.Optional(source('clip', 'Media id or URL of an image or video.')),
    start: Type.Optional(StartParam),
    duration: Type.Optional(DurationParam),
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A gradient under the whole project',
      params: {
        gradient: {
          type: 'linear',
          angle: 135,
          stops: [
            { offset: 0, color: '#0f2027' },
            { offset: 1, color: '#2c5364' },
          ],
        },
      },
      gives: { clipId: 'clip-new-1', trackIndex: 4 },
    },
    { title: 'A picture for the first seconds', params: { src: 'med_image', duration: 3 } },
    { title: 'A colour', params: { color: '#101820' } },
  ],
  run: (document, params, context) => {
    const given = (['color', 'gradient', 'src'] as const).filter((name) => params[name] !== undefined);
    if (given.length !== 1) {
      throw refuse(`addBackground needs one of color, gradient and src (got ${given.join(' and ') || 'none'}).`);
    }
    const start = params.start ?? 0;
    const duration = params.duration ?? durationSec(document) - start;
    if (duration <= 0) {
      throw refuse(`The project has no clips after ${start} s. Give a duration, or add the clips first.`);
    }
    requireFrame(document, duration);
    const shown = { start, duration: Math.min(duration, LIMITS.seconds), name: LABEL };
    const fill = params.color ?? params.gradient;
    const wanted = fill ? plain(document, shown, fill, context) : footage(shown, params.src ?? '', context);
    const { tracks, trackIndex } = bottomTrack(document, wanted);
    return insertClip({ ...document, tracks }, wanted, trackIndex, () => context.newId('clip'));
  },
});

type Shown = Pick<NewClip, 'start' | 'duration' | 'name'>;

function plain(
  document: Document,
  shown: Shown,
  fill: NonNullable<NonNullable<NewClip['shape']>['fill']>,
  context: ReduceContext,
): NewClip {
  if (!context.catalogue.shapes.includes('rectangle')) {
    throw refuse('A colour or gradient background needs the shape rectangle, which is not supported yet. Use src.');
  }
  const { width, height } = document.settings;
  return { ...shown, type: 'shape', shape: { kind: 'rectangle', fill, width, height } };
}

function footage(shown: Shown, src: string, context: ReduceContext): NewClip {
  const kind = isMoving(context.media(src)) ? 'video' : 'image';
  const facts = mediaForClip(src, kind, context.media);
  const clip: NewClip = { ...shown, type: kind, src, fit: 'cover' };
  return kind === 'video'
    ? { ...clip, loop: true, muted: true, mediaDuration: facts.durationSec ?? shown.duration }
    : clip;
}

/**
 * Returns a track for a background: that of an earlier background if it is free at that time, otherwise a new track
 * below all others.
 */
function bottomTrack(document: Document, wanted: NewClip): { tracks: TrackDef[]; trackIndex: number } {
  const { tracks } = document;
  const lowest = tracks[0];
  if (lowest?.label === LABEL && lowest.type === 'video' && !lowest.locked) {
    if (findRoom(document, wanted, lowest.id).trackIndex === lowest.id) return { tracks, trackIndex: lowest.id };
  }
  const { id } = trackToAdd(document, 'video');
  return { tracks: [createTrack(id, 'video', LABEL), ...tracks], trackIndex: id };
}

const NewEffectSchema = Type.Object(
  { type: EffectSchema.properties.type, params: Type.Optional(EffectParamsSchema) },
  CLOSED,
);

export const addAdjustmentLayer = defineCommand({
  op: 'addAdjustmentLayer',
  description:
    'Adds a layer without a picture of its own, whose grade and effects change everything below it. grade goes ' +
    'over the values of filter. More can be added to it later as to any clip.',
  keywords: { 'effect on everything': {}, 'grade the whole film': {} },
  params: {
    start: StartParam,
    duration: DurationParam,
    filter: Type.Optional(oneOf(FILTER_PRESETS, 'A ready-made look.')),
    grade: Type.Optional(GradeSchema),
    effects: Type.Optional(
      Type.Array(NewEffectSchema, { maxItems: LIMITS.effectsPerClip, description: 'Effects in stack order.' }),
    ),
    trackIndex: TrackIndexParam,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A look for the whole film',
      params: { start: 0, duration: 10, filter: 'cinematic', grade: { temperature: 0.1 } },
      gives: { trackIndex: 1 },
    },
    {
      title: 'Out of focus for a second',
      params: { start: 4, duration: 1, effects: [{ type: 'blur', params: { radius: 20 } }] },
    },
  ],
  run: (document, params, context) => {
    const { start, duration, trackIndex } = params;
    const added = insertClip(document, { type: 'adjustment', name: 'Adjustment', start, duration }, trackIndex, () =>
      context.newId('clip'),
    );
    const last = added.document.clips.at(-1);
    if (!last) return added;
    const { clip, index } = findClip(added.document, last.id);
    let layer: Clip = params.filter ? withFilter(clip, params.filter, 1, context) : clip;
    if (params.grade) layer = { ...layer, grade: { ...layer.grade, ...params.grade } };
    const effects = (params.effects ?? []).map(({ type, params: given = {} }, place) => ({
      type,
      enabled: true,
      params: effectParams(context, type, given, `effects[${place}].params`),
      id: context.newId('effect'),
    }));
    layer = withEffects(layer, [...(layer.effects ?? []), ...effects]);
    return { document: withClip(added.document, index, layer), data: added.data ?? {} };
  },
});
