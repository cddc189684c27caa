import type { Clip } from '@framemill/timeline';
import { startTransition, useEffect, useMemo, useState } from 'react';
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

/** Time range and zoom of the timeline for which clips are mounted as DOM elements. */
export interface MountedPart {
  fromSec: number;
  toSec: number;
  pxPerSec: number;
}

/** Time without a zoom change after which the mounted clips are updated, in ms. */
const REST_MS = 120;

/**
 * Returns the time range and zoom for which clips are mounted. It follows scrolling with low priority, and zooming only
 * when the zoom rests. The canvas draws all clips at once anyway; updating the elements during a zoom would add and
 * remove hundreds of them in every frame.
 */
export function useMountedPart(fromSec: number, toSec: number, pxPerSec: number): MountedPart {
  const wanted = useMemo(() => ({ fromSec, toSec, pxPerSec }), [fromSec, toSec, pxPerSec]);
  const [part, setPart] = useState(wanted);
  const isZoomed = part.pxPerSec !== pxPerSec;
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPart(wanted)), isZoomed ? REST_MS : 0);
    return () => clearTimeout(timer);
  }, [wanted, isZoomed]);
  return part;
}
