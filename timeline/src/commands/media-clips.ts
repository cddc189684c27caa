import { Type } from '#typebox';
import { defineCommand, type Outcome } from '../command/define-command.ts';
import { requireFrame } from '../command/requirements.ts';
import { type Clip, ClipSchema } from '../document/clip.ts';
import { CLIP_DEFAULTS } from '../document/clip-fields.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { oneOf, positiveSeconds, seconds, source, text } from '../document/scalars.ts';
import { MEDIA_AT_ONCE, SHOWN_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { followedBy, withFixes } from '../edit/fixes.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { isMoving, mediaForClip, nameOfMedia } from '../edit/media-for-clip.ts';
import { wantedTrack } from '../edit/place-clip.ts';
import { withoutMediaLength } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { MediaFacts, MediaLookup } from '../media/media-facts.ts';
import { followedClip, followsMedia } from '../media-length/follow-media.ts';
import { mediaLengthSec, requireLength } from '../media-length/media-length.ts';
import { withDefaultSource } from '../variables/placeholder.ts';
import { CLIP_TYPES } from '../vocabulary/index.ts';
import {
  ClipIdParam,
  DurationParam,
  MediaDurationParam,
  NEW_CLIP_RETURNS,
  StartParam,
  TrackIndexParam,
} from './params.ts';

export const addClip = defineCommand({
  op: 'addClip',
  description:
    'Adds a clip of uploaded media. Text and shapes have commands of their own. Animations (Lottie) are of type video.',
  keywords: {
    'b-roll': {},
    'insert media': {},
    'background music': { type: 'audio' },
    music: { type: 'audio' },
    soundtrack: { type: 'audio' },
    'sound effect': { type: 'audio' },
    'voice over': { type: 'audio' },
    narration: { type: 'audio' },
    photo: { type: 'image' },
    picture: { type: 'image' },
    footage: { type: 'video' },
    'overlay a video': { type: 'video' },
    slideshow: { type: 'image' },
  },
  params: {
    type: oneOf(CLIP_TYPES, 'What to add: video, audio, image or sticker.'),
    src: source('clip', 'Media id or URL.'),
    start: StartParam,
    duration: MediaDurationParam,
    trackIndex: TrackIndexParam,
    mediaStart: Type.Optional(seconds('In-point in the source; 0 when absent.')),
    mediaDuration: Type.Optional(seconds('Length of the source; the duration when absent.')),
    name: Type.Optional(text(LIMITS.nameLength, 'Name shown in an editor; that of the media when absent.')),
    ...MEDIA_AT_ONCE,
  },
  returns: {
    ...NEW_CLIP_RETURNS,
    duration: Type.Optional(positiveSeconds('How long it lasts, when that is as long as its media.')),
  },
  examples: [
    {
      title: 'Footage after the second clip',
      params: { type: 'video', src: 'med_video', start: 10, duration: 4, trackIndex: 0, mediaStart: 2 },
      gives: { trackIndex: 0 },
    },
    {
      title: 'An overlapping picture goes to the next track',
      params: { type: 'image', src: 'med_image', start: 4, duration: 2, trackIndex: 0 },
      gives: { trackIndex: 1 },
    },
    {
      title: 'A picture that fills the canvas and dissolves in',
      params: {
        type: 'image',
        src: 'med_image',
        start: 10,
        duration: 4,
        fit: 'cover',
        transition: { type: 'dissolve', duration: 1 },
      },
      gives: { trackIndex: 0 },
    },
    {
      title: 'Footage to its end, and as long as other media that is put in its place',
      params: { type: 'video', src: 'med_video', start: 10, duration: 'media', trackIndex: 0, mediaStart: 2 },
      gives: { trackIndex: 0, duration: 10 },
    },
    { title: 'Music', params: { type: 'audio', src: 'med_music', start: 20, duration: 8, trackIndex: 3, volume: 0.4 } },
  ],
  run: (document, params, context, reducer) => {
    const { type, trackIndex, fit, volume, transform, transition, duration, ...fields } = params;
    const given = { name: nameOfMedia(params.src, context), ...fields };
    if (type === 'text') throw refuse('addClip does not support type text. Use addTextClip.');
    if (type === 'shape') throw refuse('addClip does not support type shape. Use addShapeClip.');
    const atOnce = { fit, volume, transform, transition };
    if (duration === 'media') {
      const clip = { ...CLIP_DEFAULTS, ...given, id: '', type };
      requireLength(clip);
      const facts = mediaForClip(params.src, type, context.media);
      const lengthSec = mediaLengthSec(clip, facts);
      requireFrame(document, lengthSec);
      const mediaDuration = facts.durationSec ?? lengthSec;
      const wanted = { ...given, type, mediaDuration, duration: lengthSec, durationFrom: 'media' } as const;
      const added = insertClip(document, wanted, trackIndex, () => context.newId('clip'));
      const answered = { ...added, data: { ...added.data, duration: lengthSec } };
      return setAtOnce(answered, atOnce, context, reducer);
    }
    requireFrame(document, duration);
    const lasting = { ...given, duration };
    if (type === 'sticker') {
      return setAtOnce(insertSticker(document, lasting, trackIndex, context), atOnce, context, reducer);
    }
    mediaForClip(params.src, type, context.media);
    const added = insertClip(document, { type, ...lasting }, trackIndex, () => context.newId('clip'));
    return setAtOnce(added, atOnce, context, reducer);
  },
});

const { x, y, scale } = ClipSchema.properties;

export const addSticker = defineCommand({
  op: 'addSticker',
  description:
    'Adds a picture on top of the video, in its own size: a sticker, a logo, an emoji. One that moves, such as a ' +
    'GIF, becomes a video that repeats.',
  keywords: { sticker: {}, emoji: {}, logo: {}, watermark: {}, bug: {}, 'animated gif': {} },
  params: {
    src: source('clip', 'Media id or URL of an image, a GIF or an animation (Lottie).'),
    start: StartParam,
    duration: DurationParam,
    x: Type.Optional(x),
    y: Type.Optional(y),
    scale: Type.Optional(scale),
    trackIndex: TrackIndexParam,
    ...SHOWN_AT_ONCE,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A logo in the upper right corner',
      params: { src: 'med_image', start: 0, duration: 10, x: 760, y: -400, scale: 0.2 },
      gives: { trackIndex: 1 },
    },
  ],
  run: (document, params, context, reducer) => {
    const { trackIndex, transform, transition, ...fields } = params;
    const named = { name: nameOfMedia(params.src, context), ...fields };
    const added = insertSticker(document, named, trackIndex, context);
    return setAtOnce(added, { transform, transition }, context, reducer);
  },
});

const MOVES = 'The picture moves, so the clip is of type video and repeats.';

/** Fields of a new sticker, without its type. */
type NewSticker = Pick<Clip, 'src' | 'start' | 'duration'> & Partial<Omit<Clip, 'type'>>;

/**
 * Adds an image on top of the video, at the image's own size. An animated image (GIF, APNG, animated WebP, Lottie)
 * becomes a looping video clip; `fixes` then says so. Throws `invalid_request` for sources that are not images.
 */
function insertSticker(
  document: Document,
  wanted: NewSticker,
  trackIndex: number | undefined,
  { media, newId }: { media: MediaLookup; newId: (kind: 'clip') => string },
): Outcome {
  const facts = media(wanted.src);
  const isMovingImage = facts?.kind === 'animation' || (facts?.kind === 'video' && facts.mimeType.startsWith('image/'));
  if (!isMovingImage) {
    mediaForClip(wanted.src, 'sticker', media);
    return insertClip(document, { type: 'sticker', ...wanted }, trackIndex, () => newId('clip'));
  }
  const moving = {
    type: 'video',
    fit: 'none',
    loop: true,
    mediaDuration: facts.durationSec ?? wanted.duration,
  } as const;
  const onTop = trackIndex ?? wantedTrack(document, 'sticker', undefined).track?.id;
  const { document: added, data = {} } = insertClip(document, { ...moving, ...wanted }, onTop, () => newId('clip'));
  const placed: readonly string[] = Array.isArray(data.fixes) ? data.fixes : [];
  return { document: added, data: withFixes(data, [...placed, MOVES]) };
}

export const replaceMedia = defineCommand({
  op: 'replaceMedia',
  description:
    'Gives a clip another source and leaves all else: place, length, motion, look. A clip that lasts as long as ' +
    'its media gets the length of the new one, and later clips move with its end. A clip with the name of its ' +
    'media, or without a name, gets the name of the new one. An image may take the place of a video and the reverse. ' +
    'A placeholder of an imported project becomes the clip that it stands for.',
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
    const { clip: stored, index } = findEditableClip(document, params.clipId);
    const { missing } = stored;
    const clip = missing ? withoutPlaceholder(stored, missing) : stored;
    const type = typeFor(clip, params.src, context.media);
    const facts = mediaForClip(params.src, type, context.media);
    const { mediaStart, fixes } = inPoint(clip, facts, params.mediaStart);
    const mediaDuration = params.mediaDuration ?? facts.durationSec ?? clip.mediaDuration;
    if (type !== clip.type) fixes.push(`The clip is of type ${type} now.`);
    const isPlayed = type === 'video' || type === 'audio';
    const isNamedByMedia = clip.name === '' || clip.name === nameOfMedia(clip.src, context);
    const next: Clip = {
      ...(isPlayed ? clip : withoutMediaLength(clip)),
      type,
      name: isNamedByMedia ? nameOfMedia(params.src, context) : clip.name,
      src: missing ? withDefaultSource(missing.src, params.src) : params.src,
      mediaStart,
      mediaDuration,
    };
    const replaced = withClip(document, index, next);
    const outcome = { document: replaced, data: withFixes({ mediaStart, mediaDuration }, fixes) };
    return followsMedia(next) ? followedBy(outcome, followedClip(replaced, clip.id, context.media)) : outcome;
  },
});

/** Returns the clip that a placeholder stands for, without its text and without media. */
function withoutPlaceholder(clip: Clip, { type, src, lasts }: NonNullable<Clip['missing']>): Clip {
  const { missing: _, textStyle: _text, ...rest } = clip;
  return { ...rest, type, src, ...(lasts ? { durationFrom: lasts } : {}) };
}

function typeFor(clip: Clip, src: string, media: MediaLookup): Clip['type'] {
  const { type } = clip;
  if (type !== 'video' && type !== 'image' && type !== 'audio' && type !== 'sticker') {
    throw refuse(
      `Clip "${clip.id}" is of type ${type}, which has no source. Choose a video, image, sticker or audio clip.`,
    );
  }
  const facts = media(src);
  if (type === 'video' && facts?.kind === 'image') return 'image';
  return type === 'image' && isMoving(facts) ? 'video' : type;
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
