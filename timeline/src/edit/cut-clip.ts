import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { loopPeriodSec, speedOf } from '../evaluate/source-time.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/keyframable-prop.ts';

/**
 * The part of a clip from `fromSec` to `toSec` of its own time, placed where it was on the timeline. Picture, sound and
 * motion inside are the same as before. `fromSec` below 0 or `toSec` beyond the length extends the clip.
 */
export function cutClip(clip: Clip, fromSec: number, toSec: number): Clip {
  const duration = toSec - fromSec;
  const cut: Clip = {
    ...clip,
    start: Math.max(0, clip.start + fromSec),
    duration,
    mediaStart: mediaStartOf(clip, fromSec, toSec),
    fadeIn: Math.min(clip.fadeIn, duration),
    fadeOut: Math.min(clip.fadeOut, duration),
  };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = clip[field];
    if (keyframes) cut[field] = keyframesWithin(keyframes, fromSec, toSec);
  }
  return cut;
}

function mediaStartOf(clip: Clip, fromSec: number, toSec: number): number {
  if (clip.freezeAt !== null) return clip.mediaStart;
  const speed = speedOf(clip);
  // Played backwards, the in-point is where the clip ends: cutting the tail moves it, cutting the head does not.
  const passed = clip.reverse ? speed.areaTo(clip.duration) - speed.areaTo(toSec) : speed.areaTo(fromSec);
  const period = loopPeriodSec(clip);
  const moved = clip.loop && period > 0 ? passed - Math.floor(passed / period) * period : passed;
  return Math.max(0, clip.mediaStart + moved);
}

/** Shifts keyframes to the new start and drops those that no longer matter: all but one beyond each edge. */
function keyframesWithin(keyframes: readonly Keyframe[], fromSec: number, toSec: number): Keyframe[] {
  const sorted = keyframes.toSorted((a, b) => a.time - b.time);
  const first = Math.max(
    0,
    sorted.findLastIndex(({ time }) => time <= fromSec),
  );
  const after = sorted.findIndex(({ time }) => time >= toSec);
  const kept = sorted.slice(first, after < 0 ? sorted.length : Math.max(after, first) + 1);
  return fromSec === 0 ? kept : kept.map((keyframe) => ({ ...keyframe, time: keyframe.time - fromSec }));
}
