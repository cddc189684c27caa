import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { ease } from '../easing/ease.ts';
import type { EasingName } from '../vocabulary/index.ts';

/** Change of a value from `from` to `to`. `start` and `end` are seconds from the start of the clip. */
export interface Segment {
  start: number;
  end: number;
  from: number;
  to: number;
  easing: EasingName;
}

/**
 * A value of a clip over time: constant, or segments in order that do not overlap. Before the first segment and
 * between two of them the value stays what the nearest segment makes it.
 */
export type Curve = number | readonly Segment[];

/** Interval of the samples of two changes that run at the same time. Seconds. */
const SAMPLE_SEC = 0.05;

/** Maximum number of samples of one range in which two changes run at the same time. */
const MOST_SAMPLES = 200;

/** Distance of the two keyframes of a jump. Seconds, much less than a frame. */
const JUMP_SEC = 1e-4;

/** Returns the value of a curve at a time in seconds from the start of the clip. */
export function valueAt(curve: Curve, time: number): number {
  if (typeof curve === 'number') return curve;
  let value = curve[0]?.from ?? 0;
  for (const { start, end, from, to, easing } of curve) {
    if (time < start) break;
    value = time >= end ? to : from + (to - from) * ease(easing, (time - start) / (end - start));
  }
  return value;
}

/** Returns the curve whose values are `change` of the values of `curve`. `change` must be linear. */
export function mapped(curve: Curve, change: (value: number) => number): Curve {
  if (typeof curve === 'number') return change(curve);
  return curve.map((segment) => ({ ...segment, from: change(segment.from), to: change(segment.to) }));
}

/**
 * Combines two curves by `operation`, a sum or product. Where only one of them changes, the result is exact, with its
 * easing. Where both change, the result is sampled every 0.05 s.
 */
export function combined(a: Curve, b: Curve, operation: (a: number, b: number) => number): Curve {
  if (typeof a === 'number') return mapped(b, (value) => operation(a, value));
  if (typeof b === 'number') return mapped(a, (value) => operation(value, b));
  const at = (time: number) => operation(valueAt(a, time), valueAt(b, time));
  const parts = rangesOf([...a, ...b]).flatMap(({ start, end, segments: [first, ...others] }) => {
    // A jump at a border of the range belongs to the range.
    const inside = Math.min(JUMP_SEC, (end - start) / 4);
    if (first && others.length === 0) {
      const isOfA = a.includes(first);
      const other = valueAt(isOfA ? b : a, start + inside);
      const value = (own: number) => (isOfA ? operation(own, other) : operation(other, own));
      return [{ ...first, from: value(first.from), to: value(first.to) }];
    }
    const count = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil((end - start) / SAMPLE_SEC)));
    const time = (index: number) => start + ((end - start) * index) / count;
    return Array.from({ length: count }, (_, index): Segment => {
      const [from, to] = [time(index), time(index + 1)];
      return { start: from, end: to, from: at(from), to: at(to), easing: 'linear' };
    });
  });
  return parts;
}

/** Groups segments into the ranges that they cover together. */
function rangesOf(segments: readonly Segment[]) {
  const ranges: { start: number; end: number; segments: Segment[] }[] = [];
  for (const segment of [...segments].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = ranges.at(-1);
    if (last && segment.start < last.end) {
      last.segments.push(segment);
      last.end = Math.max(last.end, segment.end);
    } else ranges.push({ start: segment.start, end: segment.end, segments: [segment] });
  }
  return ranges;
}

/**
 * Returns the keyframes of a curve with values limited to `minimum` and `maximum`, or `null` for a constant. At most as
 * many as a property may have.
 */
export function keyframesOf(curve: Curve, minimum: number, maximum: number): Keyframe[] | null {
  if (typeof curve === 'number') return null;
  const keyframes: Keyframe[] = [];
  const add = (time: number, value: number, easing: EasingName) => {
    const limited = Math.min(maximum, Math.max(minimum, value));
    const last = keyframes.at(-1);
    if (last && Math.abs(last.value - limited) < 1e-9 && time - last.time < JUMP_SEC) {
      last.easing = easing;
      return;
    }
    // The value stays until it jumps to that of the next segment.
    if (last && last.time >= time - JUMP_SEC) last.time = Math.max(keyframes.at(-2)?.time ?? 0, time - JUMP_SEC);
    keyframes.push({ time, value: limited, easing });
  };
  for (const { start, end, from, to, easing } of curve) {
    add(start, from, easing);
    add(end, to, 'hold');
  }
  return keyframes.slice(0, LIMITS.keyframesPerProperty);
}
