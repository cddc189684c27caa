import { type Clip, type Command, KEYFRAMABLE, type KeyframableProp, type Keyframe } from '@framemill/timeline';
import { valueAt } from './keyframe-value.ts';

/** The command that sets a keyframe, in place of one at the same moment. `keyframe` is brought into the clip and the property's range. */
export function setKeyframe(clip: Clip, prop: KeyframableProp, { time, value, easing }: Keyframe): Command {
  const { minimum, maximum } = KEYFRAMABLE[prop];
  return {
    ...{ op: 'addKeyframe', clipId: clip.id, prop },
    time: tidy(Math.min(clip.duration, Math.max(0, time))),
    value: tidy(Math.min(maximum, Math.max(minimum, value))),
    ...(easing ? { easing } : {}),
  };
}

/** The command that removes a keyframe. */
export function removeKeyframe(clip: Clip, prop: KeyframableProp, { time }: Keyframe): Command {
  return { op: 'removeKeyframe', clipId: clip.id, prop, time };
}

/** The commands that move a keyframe in time and value; its easing stays. None when it stays where it is. */
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

/** The value of a property `sec` after a clip's start: of its keyframes, or what the clip is set to. In the property's unit. */
export function propertyValue(clip: Clip, prop: KeyframableProp, sec: number): number {
  const { field, initial } = KEYFRAMABLE[prop];
  const keyframes = clip[field] ?? [];
  if (keyframes.length > 0) return valueAt(keyframes, sec);
  const set: unknown = Reflect.get(clip, prop) ?? (clip.grade && Reflect.get(clip.grade, prop));
  return typeof set === 'number' ? set : initial;
}

/** The keyframe of a property at a moment, within half a frame; undefined without one. */
export function keyframeAt(clip: Clip, prop: KeyframableProp, sec: number, frameSec: number): Keyframe | undefined {
  return clip[KEYFRAMABLE[prop].field]?.find(({ time }) => Math.abs(time - sec) <= frameSec / 2);
}

function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
