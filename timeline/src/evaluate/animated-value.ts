import type { Keyframe } from '../document/keyframe.ts';
import type { Curve } from '../easing/curves.ts';
import { curveOf } from '../easing/ease.ts';

/**
 * An animated property over the time of its clip. Times are seconds from the clip's start and may be outside the clip.
 */
export interface AnimatedValue {
  at(sec: number): number;
  /** Exact integral from 0 to `sec`. For negative `sec`, the integral from `sec` to 0 with its sign reversed. */
  areaTo(sec: number): number;
}

interface Segment {
  fromSec: number;
  lengthSec: number;
  from: number;
  rise: number;
  curve: Curve;
  /** Integral from the first keyframe to the start of this segment. */
  areaBefore: number;
}

/**
 * Tolerance for reaching a keyframe, in seconds. Without it, a rounding error could delay a jump of the value by one
 * frame.
 */
const TIE = 1e-9;

/** Creates a value that never changes. */
export function constantValue(value: number): AnimatedValue {
  return { at: () => value, areaTo: (sec) => value * sec };
}

/**
 * Creates the animated value of one or more keyframes, in any order. Before the first keyframe the value is that of the
 * first keyframe; after the last keyframe it is that of the last. The easing of each keyframe applies to the segment
 * that starts at it.
 */
export function keyframedValue(keyframes: readonly Keyframe[]): AnimatedValue {
  const points = keyframes.toSorted((a, b) => a.time - b.time);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return constantValue(0);
  const segments = segmentsOf(points);
  const final = segments.at(-1);
  const wholeArea = final ? final.areaBefore + segmentArea(final, final.lengthSec) : 0;

  const at = (sec: number): number => {
    const reached = sec + TIE;
    if (reached < first.time) return first.value;
    if (reached >= last.time) return last.value;
    const segment = segmentAt(segments, reached);
    if (!segment) return last.value;
    const passed = Math.max(0, sec - segment.fromSec) / segment.lengthSec;
    return segment.from + segment.rise * segment.curve.value(passed);
  };
  const area = (sec: number): number => {
    if (sec < first.time) return first.value * (sec - first.time);
    if (sec >= last.time) return wholeArea + last.value * (sec - last.time);
    const segment = segmentAt(segments, sec);
    return segment ? segment.areaBefore + segmentArea(segment, sec - segment.fromSec) : 0;
  };
  const areaAtStart = area(0);
  return { at, areaTo: (sec) => area(sec) - areaAtStart };
}

function segmentsOf(points: readonly Keyframe[]): Segment[] {
  const segments: Segment[] = [];
  let areaBefore = 0;
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!next || next.time === point.time) continue;
    const segment = {
      fromSec: point.time,
      lengthSec: next.time - point.time,
      from: point.value,
      rise: next.value - point.value,
      curve: curveOf(point.easing),
      areaBefore,
    };
    segments.push(segment);
    areaBefore += segmentArea(segment, segment.lengthSec);
  }
  return segments;
}

function segmentArea(segment: Segment, sec: number): number {
  const { from, rise, lengthSec, curve } = segment;
  return from * sec + rise * lengthSec * curve.area(Math.min(1, sec / lengthSec));
}

/** Finds the segment that contains `sec`, which is between the first and the last keyframe. */
function segmentAt(segments: readonly Segment[], sec: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.fromSec ?? 0) <= sec) low = middle;
    else high = middle - 1;
  }
  return segments[low];
}
