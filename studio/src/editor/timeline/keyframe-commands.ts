import { type Clip, type Command, ease, KEYFRAMABLE, type KeyframableProp, type Keyframe } from '@framemill/timeline';
import { LANE_PX } from './rows.ts';

/**
 * Returns the command that sets a keyframe. It replaces an existing keyframe within half a frame of the same time. The
 * time is clamped to the clip, and the value to the range of the property.
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

/**
 * Returns the value of keyframes at a time in seconds, interpolated between two keyframes. The keyframes must be sorted
 * by time. The first value applies before the first keyframe, the last value after the last one. Without keyframes the
 * value is 0.
 */
export function valueAt(keyframes: readonly Keyframe[], sec: number): number {
  const next = keyframes.findIndex(({ time }) => time > sec);
  const before = next < 0 ? keyframes.at(-1) : keyframes[next - 1];
  const after = keyframes[next];
  if (!before || !after) return (before ?? after)?.value ?? 0;
  const share = (sec - before.time) / (after.time - before.time);
  return before.value + (after.value - before.value) * ease(before.easing ?? 'linear', share);
}

/** Property values at the bottom and the top of a keyframe lane, the strip below a track that plots one property. */
export interface LaneScale {
  bottom: number;
  top: number;
}

/** Padding above and below the curve, in pixels. */
const PAD_PX = 7;
/**
 * Largest value range that a keyframe lane shows completely (fractions, stops, gains). For a property with a wider
 * range, the lane shows the range of its keyframes with padding.
 */
const SMALL_RANGE = 4;

/**
 * Returns the scale of a keyframe lane: the whole range of the property, or the padded range of its keyframes when the
 * range of the property is wide.
 */
export function laneScale(prop: KeyframableProp, clips: readonly Clip[]): LaneScale {
  const { field, minimum, maximum } = KEYFRAMABLE[prop];
  if (maximum - minimum <= SMALL_RANGE) return { bottom: minimum, top: maximum };
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const clip of clips) {
    for (const { value } of clip[field] ?? []) {
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  if (least > most) return { bottom: minimum, top: maximum };
  const room = Math.max((most - least) * 0.2, Math.abs(most) * 0.1, 0.5);
  return { bottom: Math.max(minimum, least - room), top: Math.min(maximum, most + room) };
}

/** Returns the vertical position of a value in a keyframe lane, in pixels from the top of the lane. */
export function laneHeight(value: number, { bottom, top }: LaneScale): number {
  return PAD_PX + ((top - value) / (top - bottom)) * (LANE_PX - 2 * PAD_PX);
}

/**
 * Converts a vertical drag in a keyframe lane to a change of the value, rounded to a visible step. `dyPx` is the
 * distance in pixels, positive downwards.
 */
export function laneChange(dyPx: number, { bottom, top }: LaneScale): number {
  const range = top - bottom;
  const step = 10 ** Math.floor(Math.log10(range / 50));
  return Math.round((-dyPx / (LANE_PX - 2 * PAD_PX)) * (range / step)) * step;
}
