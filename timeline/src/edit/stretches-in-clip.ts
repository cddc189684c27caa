import type { Clip } from '../document/clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { AnimatedValue } from '../evaluate/animated-value.ts';
import { loopPeriodSec, loopPhase, speedOf } from '../evaluate/source-time.ts';
import type { Stretch } from '../media/media-facts.ts';

/** Time range within a clip, in seconds from the clip's start. */
export interface ClipRange {
  fromSec: number;
  toSec: number;
}

/** Maximum gap in seconds between two ranges that are merged, because so small a gap is a rounding error. */
const TOUCH_SEC = 1e-6;

/** Maximum number of ranges that are examined in a looping clip. */
const MOST_RANGES = 100_000;

/** Number of bisection steps that narrow a ramp's inverse to below a nanosecond in a day. */
const BISECTIONS = 48;

/**
 * Returns the ranges of a clip in which the given ranges of its source are audible, merged and sorted. In-point, speed,
 * speed ramps, reverse and loop are taken into account. A frozen clip has no such ranges. Throws `invalid_request` for
 * a loop with too many repetitions.
 */
export function stretchesInClip(clip: Clip, stretches: readonly Stretch[]): ClipRange[] {
  if (clip.freezeAt !== null || stretches.length === 0) return [];
  const speed = speedOf(clip);
  const wholeSec = speed.areaTo(clip.duration);
  const ranges: ClipRange[] = [];
  const add = (fromPassed: number, toPassed: number) => {
    const from = Math.max(0, fromPassed);
    const to = Math.min(wholeSec, toPassed);
    if (to - from > TOUCH_SEC) ranges.push(inTime(clip, speed, from, to, wholeSec));
  };
  const period = clip.loop ? loopPeriodSec(clip) : 0;
  const skipped = period > 0 ? loopPhase(clip.loopOffset ?? 0, period) : 0;
  if (period > 0 && (wholeSec / period) * stretches.length > MOST_RANGES) {
    throw refuse(`Clip "${clip.id}" repeats ${period} s of its source too often to be analysed. Shorten it first.`);
  }
  for (const { startSec, endSec } of stretches) {
    if (period <= 0) {
      add(startSec - clip.mediaStart, endSec - clip.mediaStart);
      continue;
    }
    const start = Math.max(0, startSec - clip.mediaStart);
    const end = Math.min(period, endSec - clip.mediaStart);
    for (let begins = -skipped; begins < wholeSec && end > start; begins += period) add(begins + start, begins + end);
  }
  return joined(ranges);
}

/** Sorts ranges and merges those that overlap or touch. */
export function joined(ranges: readonly ClipRange[]): ClipRange[] {
  const result: ClipRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.fromSec - b.fromSec)) {
    const last = result.at(-1);
    if (last && range.fromSec <= last.toSec + TOUCH_SEC) {
      result[result.length - 1] = { fromSec: last.fromSec, toSec: Math.max(last.toSec, range.toSec) };
    } else result.push(range);
  }
  return result;
}

/** Converts a range from seconds of source since the in-point to seconds of the clip. */
function inTime(clip: Clip, speed: AnimatedValue, from: number, to: number, wholeSec: number): ClipRange {
  const secAt = (passed: number) => {
    if (passed <= 0) return 0;
    if (passed >= wholeSec) return clip.duration;
    if (!clip.kfSpeed?.length) return passed / clip.speed;
    return invert(speed, passed, clip.duration);
  };
  return clip.reverse
    ? { fromSec: secAt(wholeSec - to), toSec: secAt(wholeSec - from) }
    : { fromSec: secAt(from), toSec: secAt(to) };
}

/**
 * Finds the time at which the integral of the speed reaches `passed`. The integral always increases, because the speed
 * is above 0.
 */
function invert(speed: AnimatedValue, passed: number, durationSec: number): number {
  let low = 0;
  let high = durationSec;
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (speed.areaTo(middle) < passed) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
