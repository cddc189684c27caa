import { Type } from '#typebox';
import type { Clip } from '../document/clip.ts';
import { seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { cutClip } from '../edit/cut-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { refuse } from '../edit/refuse.ts';
import { relocateClip } from '../edit/relocate-clip.ts';
import { defineCommand } from './define-command.ts';
import { ClipIdParam, DurationParam, StartParam } from './params.ts';

export const trimClip = defineCommand({
  op: 'trimClip',
  description:
    'Moves the edges of a clip; what remains stays where it is in time. A new start without duration keeps the end. mediaStart sets the in-point instead of following the start.',
  params: {
    clipId: ClipIdParam,
    start: Type.Optional(StartParam),
    duration: Type.Optional(DurationParam),
    mediaStart: Type.Optional(seconds('In-point in the source.')),
  },
  returns: { trackIndex: Type.Optional(trackId('Id of the track that it lies on.')) },
  examples: [
    { title: 'Cut a second off the head', params: { clipId: 'clip-1', start: 1 } },
    { title: 'Keep two seconds', params: { clipId: 'clip-1', duration: 2 } },
    { title: 'Another moment of the source', params: { clipId: 'clip-1', mediaStart: 3.5 } },
  ],
  run: (document, params) => {
    const { clip } = findEditableClip(document, params.clipId);
    if (params.start === undefined && params.duration === undefined && params.mediaStart === undefined) {
      throw refuse('trimClip changes nothing. Give start, duration or mediaStart.');
    }
    const trimmed = trim(clip, params.start ?? clip.start, params.duration);
    const next = params.mediaStart === undefined ? trimmed : { ...trimmed, mediaStart: params.mediaStart };
    return relocateClip(document, clip, next, undefined);
  },
});

function trim(clip: Clip, start: number, duration: number | undefined): Clip {
  const end = duration === undefined ? clip.start + clip.duration : start + duration;
  if (start >= end) {
    throw refuse(
      `start must be less than ${end}, where the clip ends (got ${start}). Use moveClip to move it as a whole.`,
    );
  }
  // Exactly what was asked for: sums of decimals would be a hair off.
  return { ...cutClip(clip, start - clip.start, end - clip.start), start, duration: duration ?? end - start };
}
