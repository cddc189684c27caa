import { type Clip, type Command, KEYFRAMABLE, type KeyframableProp, type Keyframe } from '@framemill/timeline';
import { valueAt } from './keyframe-value.ts';

/**
 * Returns the command that sets a keyframe and replaces one at the same time. Time and value are clamped to the clip
 * and the property's range.
 */
export function setKeyframe(clip: Clip, prop: KeyframableProp, { time, value, easing }: Keyframe): Command {
  const { minimum, maximum } = KEYFRAMABLE[prop];
  return {
    ...{ op: 'addKeyframe', clipId: clip.id, prop },
    time: tidy(Math.min(clip.duration, Math.max(0, time))),
    value: tidy(Math.min(maximum, Math.max(minimum, value))),
    ...(easing ? { easing } : {}),
  };
}

/** Returns the command that removes a keyframe. */
export function removeKeyframe(clip: Clip, prop: KeyframableProp, { time }: Keyframe): Command {
  return { op: 'removeKeyframe', clipId: clip.id, prop, time };
}

/**
 * Returns the commands that move a keyframe in time and value and keep its easing. The list is empty when nothing
 * changes.
 */
export function moveKeyframe(
  clip: Clip,
  prop: KeyframableProp,
  from: Keyframe,
  to: { time: number; value: number },
): Command[] {
  const set = setKeyframe(clip, prop, { ...from, ...to });
  if (set.time === tidy(from.time)) return set.value === from.value ? [] : [set];
  return [removeKeyframe(clip, prop, from), set];
}

/**
 * Returns the value of a property `sec` seconds after a clip's start: from its keyframes, or the clip's static value.
 * It is in the property's unit.
 */
export function propertyValue(clip: Clip, prop: KeyframableProp, sec: number): number {
  const { field, initial } = KEYFRAMABLE[prop];
  const keyframes = clip[field] ?? [];
  if (keyframes.length > 0) return valueAt(keyframes, sec);
  const set: unknown = Reflect.get(clip, prop) ?? (clip.grade && Reflect.get(clip.grade, prop));
  return typeof set === 'number' ? set : initial;
}

/** Returns the keyframe of a property at a time, within half a frame; undefined when there is none. */
export function keyframeAt(clip: Clip, prop: KeyframableProp, sec: number, frameSec: number): Keyframe | undefined {
  return clip[KEYFRAMABLE[prop].field]?.find(({ time }) => Math.abs(time - sec) <= frameSec / 2);
}

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
