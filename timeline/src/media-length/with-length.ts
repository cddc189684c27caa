import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { keptAtEndSec } from './time-map.ts';

/** Maximum difference between keyframe times that count as equal. Seconds. */
const SAME_SEC = 1e-9;

/**
 * Changes the length of a clip, which still begins at the same time of its source.
 * Keyframes keep their distance to the nearer end, so that an exit stays at the end. Fades are shortened where they do
 * not fit.
 */
export function withLength(clip: Clip, lengthSec: number): Clip {
  const share = Math.min(1, lengthSec / (clip.fadeIn + clip.fadeOut || 1));
  const lasting = { ...clip, duration: lengthSec, fadeIn: clip.fadeIn * share, fadeOut: clip.fadeOut * share };
  return withKeyframesAt(lasting, clip, nearerEnd(clip.duration, lengthSec));
}

/** Returns the mapping of a clip's times when its length changes in its middle. */
function nearerEnd(durationSec: number, lengthSec: number): (sec: number) => number {
  const bySec = lengthSec - durationSec;
  const fromSec = durationSec - keptAtEndSec(durationSec, lengthSec);
  return (sec) => (sec >= fromSec ? sec + bySec : Math.min(sec, fromSec + bySec));
}

/**
 * Copies the keyframes of `clip` to `target` at other times; `at` must not decrease.
 * Of several keyframes at the same new time, the last is kept. Speed keyframes stay, because they determine the source
 * time that is shown.
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
