import type { Clip } from '../document/clip.ts';
import { OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { firstPlace } from '../edit/first-place.ts';

/**
 * Mapping of timeline times after clips change their lengths. Seconds. It never decreases, so that no new overlaps
 * arise.
 */
export interface TimeMap {
  at(sec: number): number;
  /** Returns how much time directly after `sec` is removed because a clip became shorter there. Seconds; 0: none. */
  lostAt(sec: number): number;
}

/**
 * A clip with a new length, which must not be cut or extended when other clips change. `lengthSec` is its new duration.
 */
export interface Lasting extends Pick<Clip, 'start' | 'duration'> {
  readonly lengthSec: number;
}

/**
 * Point of the mapping. A time from `fromSec` on maps to `toSec` plus its distance from `fromSec`. An earlier time maps
 * to `toSec` at most.
 */
interface Anchor {
  readonly fromSec: number;
  readonly toSec: number;
}

/**
 * Change of the mapping at the time `fromSec`. Later times move by `bySec` seconds. `clip` is a clip that ends there
 * and must not be cut; otherwise null.
 */
interface Step {
  readonly fromSec: number;
  readonly bySec: number;
  readonly clip: Lasting | null;
}

/**
 * Builds the mapping of timeline times for clips with new lengths. A clip changes its length in its middle: times
 * inside keep their distance to its nearer end, and later times move by the difference. If several clips end at the
 * same time, the one that grows most applies.
 */
export function timeMap(clips: readonly Lasting[]): TimeMap {
  const anchors: Anchor[] = [];
  // End of the last clip that is over so far: no later time may map to before it.
  let overSec = 0;
  for (const { fromSec, bySec, clip } of stepsOf(clips)) {
    const usual = mapped(anchors, fromSec) + bySec;
    if (clip) overSec = Math.max(overSec, mapped(anchors, clip.start) + clip.lengthSec);
    const least = clip ? overSec - OVERLAP_TOLERANCE_SEC : overSec;
    const toSec = Math.max(usual, least, anchors.at(-1)?.toSec ?? 0);
    if (bySec !== 0 || toSec > usual) anchors.push({ fromSec, toSec });
  }
  return {
    at: (sec) => tidy(mapped(anchors, sec)),
    lostAt(sec) {
      const next = anchors[placeAfter(anchors, sec)];
      return next && unbounded(anchors, sec) >= next.toSec ? next.fromSec - sec : 0;
    },
  };
}

/**
 * Returns the changes of the mapping in order of time. At the same time, a change that moves times comes before the end
 * of a clip.
 */
function stepsOf(clips: readonly Lasting[]): Step[] {
  const steps = clips.map(
    (clip): Step => ({ fromSec: clip.start + clip.duration - OVERLAP_TOLERANCE_SEC, bySec: 0, clip }),
  );
  const byEnd = clips.toSorted((a, b) => a.start + a.duration - b.start - b.duration);
  let together: Lasting[] = [];
  const close = () => {
    const [first, ...others] = together;
    if (first) steps.push(change(others.reduce((most, one) => (grown(one) > grown(most) ? one : most), first)));
    together = [];
  };
  for (const clip of byEnd) {
    const [first] = together;
    const isApart = first && clip.start + clip.duration - first.start - first.duration > OVERLAP_TOLERANCE_SEC;
    if (isApart) close();
    together.push(clip);
  }
  close();
  return steps.sort((a, b) => a.fromSec - b.fromSec || Number(a.clip !== null) - Number(b.clip !== null));
}

/**
 * Returns how much of a clip, measured from its end, moves with the end when the clip's length changes: half of the
 * shorter of the old and the new length. Seconds.
 */
export function keptAtEndSec(durationSec: number, lengthSec: number): number {
  return Math.min(durationSec, lengthSec) / 2;
}

function change(clip: Lasting): Step {
  const fromSec = clip.start + clip.duration - keptAtEndSec(clip.duration, clip.lengthSec);
  return { fromSec, bySec: grown(clip), clip: null };
}

function grown({ duration, lengthSec }: Lasting): number {
  return lengthSec - duration;
}

function mapped(anchors: readonly Anchor[], sec: number): number {
  const next = anchors[placeAfter(anchors, sec)];
  return Math.min(unbounded(anchors, sec), next?.toSec ?? Number.POSITIVE_INFINITY);
}

/** Maps a time like `mapped`, but the next anchor does not limit the result. */
function unbounded(anchors: readonly Anchor[], sec: number): number {
  const last = anchors[placeAfter(anchors, sec) - 1];
  return last ? last.toSec + sec - last.fromSec : sec;
}

function placeAfter(anchors: readonly Anchor[], sec: number): number {
  return firstPlace(anchors, ({ fromSec }) => fromSec > sec);
}

/** Rounds a time to a nanosecond, because sums of decimals are not exact. */
function tidy(sec: number): number {
  return Math.round(sec * 1e9) / 1e9;
}
