import type { Clip, Document } from '@framemill/timeline';

/** Maximum distance for snapping, in pixels. */
export const SNAP_PX = 8;

/**
 * Returns the times that edges snap to, in seconds, sorted and without duplicates: edges of other clips, markers, word
 * starts of captions, the playhead, time 0, and `beats`. Clips whose id is in `without` are left out.
 */
export function snapTimes(
  document: Document,
  playheadSec: number,
  without: ReadonlySet<string>,
  beats: readonly number[] = [],
): number[] {
  const times = new Set([0, playheadSec, ...beats]);
  for (const { time } of document.markers ?? []) times.add(time);
  for (const clip of document.clips) {
    if (without.has(clip.id)) continue;
    times.add(clip.start);
    times.add(clip.start + clip.duration);
    for (const time of wordTimes(clip)) times.add(time);
  }
  return [...times].sort((a, b) => a - b);
}

/** Returns the start times of a caption's words that are within the clip. */
function wordTimes({ start, duration, textStyle }: Clip): number[] {
  return (textStyle?.words ?? [])
    .filter((word) => word.start > 0 && word.start < duration)
    .map((word) => start + word.start);
}

/**
 * Returns the offset that moves one of `edges` to the nearest of `times` (both in seconds); null when none is within
 * `withinSec`. `times` must be sorted.
 */
export function snapOffset(
  edges: readonly number[],
  times: readonly number[],
  withinSec: number,
): { offset: number; at: number } | null {
  let best: { offset: number; at: number } | null = null;
  for (const edge of edges) {
    const at = nearest(times, edge);
    if (at === null) continue;
    const offset = at - edge;
    if (Math.abs(offset) <= withinSec && (!best || Math.abs(offset) < Math.abs(best.offset))) best = { offset, at };
  }
  return best;
}

function nearest(times: readonly number[], wanted: number): number | null {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [times[low - 1], times[low]];
  if (before === undefined) return after ?? null;
  return after === undefined || wanted - before <= after - wanted ? before : after;
}
