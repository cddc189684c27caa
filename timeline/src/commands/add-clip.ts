import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { requireFrame } from '../command/require-frame.ts';
import { CLIP_DEFAULTS } from '../document/clip-defaults.ts';
import { LIMITS } from '../document/limits.ts';
import { oneOf, positiveSeconds, seconds, source, text } from '../document/scalars.ts';
import { MEDIA_AT_ONCE, setAtOnce } from '../edit/at-once.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { insertSticker } from '../edit/insert-sticker.ts';
import { mediaForClip } from '../edit/media-for-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { mediaLengthSec, requireLength } from '../media-length/media-length.ts';
import { CLIP_TYPES } from '../vocabulary/index.ts';
import { MediaDurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

export const addClip = defineCommand({
  op: 'addClip',
  description: 'Adds a clip of uploaded media. Text and shapes have commands of their own.',
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
    name: Type.Optional(text(LIMITS.nameLength, 'Name shown in an editor.')),
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
    const { type, trackIndex, fit, volume, transform, transition, duration, ...given } = params;
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
    const fields = { ...given, duration };
    if (type === 'sticker') {
      return setAtOnce(insertSticker(document, fields, trackIndex, context), atOnce, context, reducer);
    }
    mediaForClip(params.src, type, context.media);
    const added = insertClip(document, { type, ...fields }, trackIndex, () => context.newId('clip'));
    return setAtOnce(added, atOnce, context, reducer);
  },
});
