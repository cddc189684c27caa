import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { withKeyframes } from '../edit/with-keyframes.ts';
import { refuse } from '../errors/refuse.ts';
import { MOTION_PROPS, type MotionKeyframes, type MotionProp } from './motion.ts';

/**
 * Adds a motion's keyframes to a clip. They replace existing ones between the motion's first and last keyframe.
 * Those outside stay, so that an entrance and an exit can be combined. `replaced` is the number of replaced keyframes
 * by property. Throws `invalid_request` above the maximum number of keyframes.
 */
export function withMotion(clip: Clip, made: MotionKeyframes): { clip: Clip; replaced: [MotionProp, number][] } {
  const replaced: [MotionProp, number][] = [];
  let next = clip;
  for (const prop of MOTION_PROPS) {
    const keyframes = made[prop];
    if (!keyframes) continue;
    const current = clip[KEYFRAMABLE[prop].field] ?? [];
    const merged = merge(
      current,
      keyframes.map((keyframe) => inRange(prop, keyframe)),
    );
    if (merged.keyframes.length > LIMITS.keyframesPerProperty) {
      throw refuse(
        `${prop} would have ${merged.keyframes.length} keyframes; the limit is ${LIMITS.keyframesPerProperty}. Clear some first.`,
      );
    }
    if (merged.replaced > 0) replaced.push([prop, merged.replaced]);
    next = withKeyframes(next, prop, merged.keyframes);
  }
  return { clip: next, replaced };
}

function merge(current: readonly Keyframe[], made: readonly Keyframe[]): { keyframes: Keyframe[]; replaced: number } {
  const first = made[0];
  const last = made.at(-1);
  if (!first || !last) return { keyframes: [...current], replaced: 0 };
  const sorted = current.toSorted((a, b) => a.time - b.time);
  const before = sorted.filter(({ time }) => time < first.time);
  const after = sorted.filter(({ time }) => time > last.time);
  // The segment in which the motion ends keeps its easing, so that later motion stays the same.
  const easing = after.length > 0 ? sorted.findLast(({ time }) => time <= last.time)?.easing : undefined;
  const end = easing ? { ...last, easing } : last;
  return {
    keyframes: [...before, ...made.slice(0, -1), end, ...after],
    replaced: sorted.length - before.length - after.length,
  };
}

function inRange(prop: MotionProp, keyframe: Keyframe): Keyframe {
  const { minimum, maximum } = KEYFRAMABLE[prop];
  return { ...keyframe, value: Math.min(maximum, Math.max(minimum, keyframe.value)) };
}
