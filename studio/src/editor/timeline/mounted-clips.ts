import type { Clip } from '@framemill/timeline';
import { clipsBetween, type Row } from './rows.ts';

/**
 * Maximum number of clips that are DOM elements at a time (`MOST_CLIPS`). A clip narrower than `SLIM_PX` pixels is only
 * drawn on the canvas.
 */
const MOST_CLIPS = 512;
const SLIM_PX = 5;

/**
 * Returns the clips between two times that become DOM elements, by track id. All others are only drawn on their row's
 * canvas. When more than `MOST_CLIPS` are wide enough, the widest are chosen.
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
