import type { Clip } from '../document/clip.ts';
import { OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { firstPlace } from '../edit/first-place.ts';

/** Where moments of a film go when clips in it get other lengths. Seconds; it never goes back, so nothing overlaps that did not. */
export interface TimeMap {
  at(sec: number): number;
  /** How much of what begins at `sec` goes, because it lies where a clip became shorter. Seconds; 0: nothing. */
  lostAt(sec: number): number;
}

/** A clip that no other one cuts or stretches: `lengthSec` is what its duration becomes. */
export interface Lasting extends Pick<Clip, 'start' | 'duration'> {
  readonly lengthSec: number;
}

/** From `fromSec` on a moment lies as far after `toSec` as it lay after `fromSec`; one before lies at `toSec` at the latest. */
interface Anchor {
  readonly fromSec: number;
  readonly toSec: number;
}

/** What is known of an anchor before those in front of it are. `clip`: one that ends there, and may not be cut. */
interface Step {
  readonly fromSec: number;
  readonly bySec: number;
  readonly clip: Lasting | null;
}

/**
 * The map for clips whose lengths are their own. A clip gets longer or shorter in its middle: moments inside keep their distance to its
 * nearer end, those after it move by the difference. Of clips that end together the one that grows most counts.
 */
export function timeMap(clips: readonly Lasting[]): TimeMap {
  const anchors: Anchor[] = [];
  // Where the last of the clips that are over ends: nothing later may come before that.
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

/** In order of time; what moves a moment comes before what bounds it. */
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

/** How much of a clip moves with its end when it gets another length. Seconds: half of it, or half of what stays of it. */
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

/** As `mapped`, without the bound of the next anchor. */
function unbounded(anchors: readonly Anchor[], sec: number): number {
  const last = anchors[placeAfter(anchors, sec) - 1];
  return last ? last.toSec + sec - last.fromSec : sec;
}

function placeAfter(anchors: readonly Anchor[], sec: number): number {
  return firstPlace(anchors, ({ fromSec }) => fromSec > sec);
}

/** Sums of decimals are a hair off. */
function tidy(sec: number): number {
  return Math.round(sec * 1e9) / 1e9;
}
