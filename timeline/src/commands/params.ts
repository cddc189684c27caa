import { Type } from '#typebox';
import { ClipDurationSchema, id, MediaDurationSchema, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';

/** Parameter: id of the clip that a command changes. */
export const ClipIdParam = id('Clip to change.');

/** Parameter: start of a clip on the timeline. */
export const StartParam = seconds('Where it starts on the timeline.');

/** Parameter: duration of a clip. */
export const DurationParam = ClipDurationSchema;

/** Parameter: duration of a media clip, in seconds or as `media`. */
export const MediaDurationParam = MediaDurationSchema;

/** Parameter: id of the track on which a clip is placed. */
export const TrackIndexParam = Type.Optional(
  trackId(
    'Id of the track; the first suitable one when absent. Where it would overlap, the clip goes to the next track.',
  ),
);

/** Fields that a command returns when it creates one clip. */
export const NEW_CLIP_RETURNS = {
  clipId: id('The new clip.'),
  trackIndex: trackId('Id of the track that it lies on.'),
};
