import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { positiveSeconds, seconds, source } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { followedBy, withFixes } from '../edit/with-fixes.ts';
import { withoutMediaLength } from '../edit/without-media-length.ts';
import { refuse } from '../errors/refuse.ts';
import type { MediaFacts, MediaLookup } from '../media/media-facts.ts';
import { followsMedia } from '../media-length/follow-media.ts';
import { followedClip } from '../media-length/followed-clip.ts';
import { ClipIdParam } from './params.ts';

export const replaceMedia = defineCommand({
  op: 'replaceMedia',
  description:
    'Gives a clip another source and leaves all else: place, length, motion, look. A clip that lasts as long as its media gets the length of the new one, and later clips move with its end. An image may take the place of a video and the reverse.',
  keywords: { swap: {}, 'replace clip': {}, relink: {} },
  params: {
    clipId: ClipIdParam,
    src: source('clip', 'Media id or URL.'),
    mediaStart: Type.Optional(
      seconds(
        'In-point in the new source; the in-point stays when absent, or becomes 0 where the source is too short.',
      ),
    ),
    mediaDuration: Type.Optional(seconds('Length of the new source; what is known of it when absent.')),
  },
  returns: {
    mediaStart: seconds('In-point now.'),
    mediaDuration: seconds('Length of the source now.'),
    duration: Type.Optional(positiveSeconds('How long it lasts now, when that is as long as its media.')),
  },
  examples: [
    { title: 'A picture instead', params: { clipId: 'clip-1', src: 'med_image' } },
    {
      title: 'Another part of the music',
      params: { clipId: 'music-1', src: 'med_music', mediaStart: 20 },
      gives: { mediaDuration: 60 },
    },
  ],
  run: (document, params, context) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const type = typeFor(clip, params.src, context.media);
    const facts = mediaForClip(params.src, type, context.media);
    const { mediaStart, fixes } = inPoint(clip, facts, params.mediaStart);
    const mediaDuration = params.mediaDuration ?? facts.durationSec ?? clip.mediaDuration;
    if (type !== clip.type) fixes.push(`The clip is of type ${type} now.`);
    const isPlayed = type === 'video' || type === 'audio';
    const next: Clip = {
      ...(isPlayed ? clip : withoutMediaLength(clip)),
      type,
      src: params.src,
      mediaStart,
      mediaDuration,
    };
    const replaced = withClip(document, index, next);
    const outcome = { document: replaced, data: withFixes({ mediaStart, mediaDuration }, fixes) };
    return followsMedia(next) ? followedBy(outcome, followedClip(replaced, clip.id, context.media)) : outcome;
  },
});

function typeFor(clip: Clip, src: string, media: MediaLookup): Clip['type'] {
  const { type } = clip;
  if (type !== 'video' && type !== 'image' && type !== 'audio' && type !== 'sticker') {
    throw refuse(
      `Clip "${clip.id}" is of type ${type}, which has no source. Choose a video, image, sticker or audio clip.`,
    );
  }
  const kind = media(src)?.kind;
  return (type === 'video' && kind === 'image') || (type === 'image' && kind === 'video') ? kind : type;
}

function inPoint(clip: Clip, facts: MediaFacts, asked: number | undefined): { mediaStart: number; fixes: string[] } {
  const length = facts.durationSec;
  const wanted = asked ?? clip.mediaStart;
  if (length === null || wanted < length) return { mediaStart: wanted, fixes: [] };
  if (asked !== undefined) {
    throw refuse(`mediaStart must be less than ${length}, the length of the source (got ${asked}).`);
  }
  return { mediaStart: 0, fixes: [`The source is ${length} s long, so its in-point became 0 instead of ${wanted}.`] };
}
