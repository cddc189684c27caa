import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { speedOf } from '../evaluate/source-time.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { withoutMediaLength } from './without-media-length.ts';

/**
 * Sets a constant speed. The clip plays the same range of its source, so that its duration changes; a loop keeps its
 * duration.
 * Keyframes stay with their time in the source, and a speed ramp is removed. Fades keep their length where they fit.
 */
export function atSpeed(clip: Clip, speed: number): Clip {
  const before = speedOf(clip);
  const playedSec = before.areaTo(clip.duration);
  const { kfSpeed: _, ...steady } = clip;
  if (clip.loop) return { ...withoutMediaLength(steady), speed };
  const duration = playedSec / speed;
  const share = Math.min(1, duration / (clip.fadeIn + clip.fadeOut || 1));
  const retimed: Clip = {
    ...steady,
    speed,
    duration,
    fadeIn: clip.fadeIn * share,
    fadeOut: clip.fadeOut * share,
  };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = retimed[field];
    if (!keyframes || keyframes.length === 0) continue;
    retimed[field] = keyframes.map((keyframe) => ({ ...keyframe, time: before.areaTo(keyframe.time) / speed }));
  }
  return retimed;
}
