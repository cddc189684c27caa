import type { Clip } from '@framemill/timeline';
import { clipsBetween, type Row } from './rows.ts';

/** Most clips that are elements of the page at a time, and the width below which a clip is only drawn, in pixels. */
const MOST_CLIPS = 512;
const SLIM_PX = 5;

/**
 * Which clips of the rows become elements between two times, by track; all others are drawn on the canvas of their row. With more than
 * 512 the widest are taken.
 */
export function mountedClips(
  rows: readonly Row[],
  fromSec: number,
  toSec: number,
  pxPerSec: number,
): ReadonlyMap<number, readonly Clip[]> {
  const leastSec = SLIM_PX / pxPerSec;
  const wide = rows.map(({ track, clips }) => ({
    id: track.id,
    clips: clipsBetween(clips, fromSec, toSec).filter(({ duration }) => duration >= leastSec),
  }));
  const count = wide.reduce((sum, { clips }) => sum + clips.length, 0);
  if (count <= MOST_CLIPS) return new Map(wide.map(({ id, clips }) => [id, clips]));
  const lengths = wide.flatMap(({ clips }) => clips.map(({ duration }) => duration)).sort((a, b) => b - a);
  const limitSec = lengths[MOST_CLIPS - 1] ?? 0;
  let left = MOST_CLIPS;
  return new Map(
    wide.map(({ id, clips }) => {
      const taken = clips.filter(({ duration }) => duration >= limitSec).slice(0, left);
      left -= taken.length;
      return [id, taken];
    }),
  );
}
