import type { Clip } from '../document/clip.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { type Rate, secondsOf } from '../time/rate.ts';
import type { OffsetLimits } from './clamp-offset.ts';
import { cutClip } from './cut-clip.ts';
import { sourceRoom } from './source-room.ts';

/** Moves the end of a clip by `offsetSec` seconds. Its start stays. */
export function withEndMoved(clip: Clip, offsetSec: number, rate: Rate): Clip {
  return { ...cutClip(clip, 0, clip.duration + offsetSec, rate), start: clip.start };
}

/** Moves the start of a clip by `offsetSec` seconds. Its end stays, and so does the image at each time in between. */
export function withStartMoved(clip: Clip, offsetSec: number, rate: Rate): Clip {
  return { ...cutClip(clip, offsetSec, clip.duration, rate), start: Math.max(0, clip.start + offsetSec) };
}

/** Returns how far a clip's end can be moved: at least one frame must remain, and the source must be long enough. */
export function endLimits(clip: Clip, media: MediaLookup, rate: Rate): OffsetLimits {
  return { minSec: -spareSec(clip, rate), maxSec: sourceRoom(clip, media).tailSec };
}

/** Returns how far a clip's start can be moved: at least one frame must remain, and the source must be long enough. */
export function startLimits(clip: Clip, media: MediaLookup, rate: Rate): OffsetLimits {
  return { minSec: -Math.min(clip.start, sourceRoom(clip, media).headSec), maxSec: spareSec(clip, rate) };
}

function spareSec(clip: Clip, rate: Rate): number {
  return Math.max(0, clip.duration - secondsOf(1, rate));
}
