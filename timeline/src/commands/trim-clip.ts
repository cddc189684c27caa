import { Type } from '#typebox';
import { defineCommand, type Outcome } from '../command/define-command.ts';
import { requireFrame } from '../command/requirements.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { positiveSeconds, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { cutClip } from '../edit/cut-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { fixesOf, followedBy, withFixes } from '../edit/fixes.ts';
import { relocateClip } from '../edit/place-clip.ts';
import { type SourceRoom, sourceRoom } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { followedClip } from '../media-length/follow-media.ts';
import { type Rate, rateOf } from '../time.ts';
import { ClipIdParam, MediaDurationParam, StartParam } from './params.ts';

export const trimClip = defineCommand({
  op: 'trimClip',
  description:
    'Moves the edges of a clip; what remains stays where it is in time. A new start without duration keeps the ' +
    'end. mediaStart sets the in-point instead of following the start. duration media: it plays to the end of ' +
    'its media, and later clips move with its end; any other trim makes its length a number again.',
  keywords: { trim: {}, shorten: {}, extend: {}, 'in point': {}, 'out point': {}, duration: {} },
  params: {
    clipId: ClipIdParam,
    start: Type.Optional(StartParam),
    duration: Type.Optional(MediaDurationParam),
    mediaStart: Type.Optional(seconds('In-point in the source.')),
  },
  returns: {
    trackIndex: Type.Optional(trackId('Id of the track that it lies on.')),
    duration: Type.Optional(positiveSeconds('How long it lasts now, when that is as long as its media.')),
  },
  examples: [
    { title: 'Cut a second off the head', params: { clipId: 'clip-1', start: 1 } },
    { title: 'Keep two seconds', params: { clipId: 'clip-1', duration: 2 } },
    { title: 'Another moment of the source', params: { clipId: 'clip-1', mediaStart: 3.5 } },
    {
      title: 'As long as its media; what follows moves',
      params: { clipId: 'clip-1', duration: 'media' },
      gives: { duration: 12 },
    },
  ],
  run: (document, { clipId, start, duration, mediaStart }, { media }) => {
    const { clip } = findEditableClip(document, clipId);
    const movesNothing = start === undefined && mediaStart === undefined;
    if (duration === 'media') {
      if (movesNothing) return followedClip(document, clipId, media);
      const trimmed = trimmedClip(document, clip, { start, mediaStart }, media);
      return followedBy(trimmed, followedClip(trimmed.document, clipId, media));
    }
    if (movesNothing && duration === undefined) {
      throw refuse('trimClip changes nothing. Give start, duration or mediaStart.');
    }
    return trimmedClip(document, clip, { start, duration, mediaStart }, media);
  },
});

interface Edges {
  start: number | undefined;
  duration?: number | undefined;
  mediaStart: number | undefined;
}

function trimmedClip(
  document: Document,
  clip: Clip,
  { start, duration, mediaStart }: Edges,
  media: MediaLookup,
): Outcome {
  const rate = rateOf(document.settings.fps);
  const wanted = spanOf(clip, start ?? clip.start, duration);
  requireFrame(document, wanted.duration);
  if (mediaStart !== undefined) {
    const { loopOffset: _, ...trimmed } = trim(clip, wanted, rate);
    return relocateClip(document, clip, { ...trimmed, mediaStart }, undefined);
  }
  const { span, fixes } = withinSource(clip, wanted, sourceRoom(clip, media));
  const { document: trimmed, data } = relocateClip(document, clip, trim(clip, span, rate), undefined);
  return { document: trimmed, data: withFixes({ ...data }, [...fixes, ...fixesOf(data)]) };
}

interface Span {
  start: number;
  duration: number;
  end: number;
}

function spanOf(clip: Clip, start: number, duration: number | undefined): Span {
  const end = duration === undefined ? clip.start + clip.duration : start + duration;
  if (start < end) return { start, duration: duration ?? end - start, end };
  throw refuse(
    `start must be less than ${end}, where the clip ends (got ${start}). Use moveClip to move it as a whole.`,
  );
}

/**
 * Limits a trim to the source: the clip cannot begin before its source begins. For a reversed clip this limits the end
 * of the clip. Without the limit, the rest of the clip would show other frames than before.
 */
function withinSource(clip: Clip, { start, duration, end }: Span, room: SourceRoom): { span: Span; fixes: string[] } {
  const tidy = (sec: number) => Math.round(sec * 1e9) / 1e9;
  if (clip.reverse) {
    const latest = tidy(clip.start + clip.duration + room.tailSec);
    if (end <= latest) return { span: { start, duration, end }, fixes: [] };
    const fixes = [`The clip ends at ${latest}: its source, played backwards, does not extend further.`];
    return { span: { start, duration: latest - start, end: latest }, fixes };
  }
  const earliest = tidy(clip.start - room.headSec);
  if (start >= earliest) return { span: { start, duration, end }, fixes: [] };
  const fixes = [`The clip starts at ${earliest}: its source does not start earlier.`];
  return { span: { start: earliest, duration: end - earliest, end }, fixes };
}

function trim(clip: Clip, { start, duration, end }: Span, rate: Rate): Clip {
  // Use the exact requested values: sums of decimals would deviate slightly.
  return { ...cutClip(clip, start - clip.start, end - clip.start, rate), start, duration };
}
