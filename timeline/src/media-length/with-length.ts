import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { keptAtEndSec } from './time-map.ts';

/** Closer than this two keyframes are at one moment. Seconds. */
const SAME_SEC = 1e-9;

/**
 * A clip of another length that begins with the same moment of its source. Keyframes keep their distance to the nearer end, so that
 * an exit stays one; fades become shorter where they do not fit.
 */
export function withLength(clip: Clip, lengthSec: number): Clip {
  const share = Math.min(1, lengthSec / (clip.fadeIn + clip.fadeOut || 1));
  const lasting = { ...clip, duration: lengthSec, fadeIn: clip.fadeIn * share, fadeOut: clip.fadeOut * share };
  return withKeyframesAt(lasting, clip, nearerEnd(clip.duration, lengthSec));
}

/** Where times of a clip go that gets longer or shorter in its middle. */
function nearerEnd(durationSec: number, lengthSec: number): (sec: number) => number {
  const bySec = lengthSec - durationSec;
  const fromSec = durationSec - keptAtEndSec(durationSec, lengthSec);
  return (sec) => (sec >= fromSec ? sec + bySec : Math.min(sec, fromSec + bySec));
}

/**
 * `target` with the keyframes of `clip` at other times; `at` never goes back. Of those that come to one moment the last stays.
 * Those of speed stay: they decide which moment of the source is shown.
 */
export function withKeyframesAt(target: Clip, clip: Clip, at: (sec: number) => number): Clip {
  const next = { ...target };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = clip[field];
    if (prop !== 'speed' && keyframes && keyframes.length > 0) next[field] = moved(keyframes, at);
  }
  return next;
}

function moved(keyframes: readonly Keyframe[], at: (sec: number) => number): Keyframe[] {
  const all = keyframes
    .toSorted((a, b) => a.time - b.time)
    .map((keyframe) => ({ ...keyframe, time: at(keyframe.time) }));
  return all.filter(({ time }, place) => {
    const later = all[place + 1];
    return later === undefined || later.time - time > SAME_SEC;
  });
}
