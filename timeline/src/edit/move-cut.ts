import type { Clip } from '../document/clip.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { type Rate, secondsOf } from '../time/rate.ts';
import type { OffsetLimits } from './clamp-offset.ts';
import { cutClip } from './cut-clip.ts';
import { sourceRoom } from './source-room.ts';

/** A clip whose end is moved by `offsetSec`; its start stays. */
export function withEndMoved(clip: Clip, offsetSec: number, rate: Rate): Clip {
  return { ...cutClip(clip, 0, clip.duration + offsetSec, rate), start: clip.start };
}

/** A clip whose start is moved by `offsetSec`; its end stays, and so does what is seen in between. */
export function withStartMoved(clip: Clip, offsetSec: number, rate: Rate): Clip {
  return { ...cutClip(clip, offsetSec, clip.duration, rate), start: Math.max(0, clip.start + offsetSec) };
}

/** How far a clip's end can be moved: it keeps a frame, and its source must reach. */
export function endLimits(clip: Clip, media: MediaLookup, rate: Rate): OffsetLimits {
  return { minSec: -spareSec(clip, rate), maxSec: sourceRoom(clip, media).tailSec };
}

/** How far a clip's start can be moved: it keeps a frame, and its source must reach. */
export function startLimits(clip: Clip, media: MediaLookup, rate: Rate): OffsetLimits {
  return { minSec: -Math.min(clip.start, sourceRoom(clip, media).headSec), maxSec: spareSec(clip, rate) };
}

function spareSec(clip: Clip, rate: Rate): number {
  return Math.max(0, clip.duration - secondsOf(1, rate));
}
