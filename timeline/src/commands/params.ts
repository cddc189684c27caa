import { Type } from '#typebox';
import { ClipDurationSchema, id, MediaDurationSchema, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';

/** The clip that a command changes. */
export const ClipIdParam = id('Clip to change.');

/** Where a clip starts. */
export const StartParam = seconds('Where it starts on the timeline.');

/** How long a clip lasts. */
export const DurationParam = ClipDurationSchema;

/** How long a clip of media lasts: seconds, or `media`. */
export const MediaDurationParam = MediaDurationSchema;

/** Where a clip is to lie. */
export const TrackIndexParam = Type.Optional(
  trackId(
    'Id of the track; the first suitable one when absent. Where it would overlap, the clip goes to the next track.',
  ),
);

/** What a command that makes one clip returns. */
export const NEW_CLIP_RETURNS = {
  clipId: id('The new clip.'),
  trackIndex: trackId('Id of the track that it lies on.'),
};
