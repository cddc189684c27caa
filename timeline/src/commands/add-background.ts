import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { requireFrame } from '../command/require-frame.ts';
import { color } from '../document/color.ts';
import { createTrack } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { GradientSchema } from '../document/gradient.ts';
import { LIMITS } from '../document/limits.ts';
import { source } from '../document/scalars.ts';
import type { TrackDef } from '../document/track.ts';
import { insertClip, type NewClip } from '../edit/insert-clip.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { findRoom, trackToAdd } from '../edit/place-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { durationSec } from '../time/clip-span.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam } from './params.ts';

const LABEL = 'Background';

export const addBackground = defineCommand({
  op: 'addBackground',
  description:
    'Puts a colour, a gradient, a picture or a video under everything, filling the canvas, on a track of its own at the bottom. A video repeats and makes no sound.',
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
  const kind = context.media(src)?.kind === 'video' ? 'video' : 'image';
  const facts = mediaForClip(src, kind, context.media);
  const clip: NewClip = { ...shown, type: kind, src, fit: 'cover' };
  return kind === 'video'
    ? { ...clip, loop: true, muted: true, mediaDuration: facts.durationSec ?? shown.duration }
    : clip;
}

/** Returns the track of an earlier background if it has free time there, otherwise a new track below all others. */
function bottomTrack(document: Document, wanted: NewClip): { tracks: TrackDef[]; trackIndex: number } {
  const { tracks } = document;
  const lowest = tracks[0];
  if (lowest?.label === LABEL && lowest.type === 'video' && !lowest.locked) {
    if (findRoom(document, wanted, lowest.id).trackIndex === lowest.id) return { tracks, trackIndex: lowest.id };
  }
  const { id } = trackToAdd(document, 'video');
  return { tracks: [createTrack(id, 'video', LABEL), ...tracks], trackIndex: id };
}
