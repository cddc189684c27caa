/** In and out points of the playback, in seconds; null for a point that is not set. The project does not have them. */
export interface PlayRange {
  inSec: number | null;
  outSec: number | null;
}

/** Range without points. */
export const NO_RANGE: PlayRange = { inSec: null, outSec: null };

/** Returns a range with other points. A point that would be on the wrong side of a new one is removed. */
export function rangeWith(range: PlayRange, points: Partial<PlayRange>): PlayRange {
  const next = { ...range, ...points };
  const { inSec, outSec } = next;
  if (inSec === null || outSec === null || inSec < outSec) return next;
  return points.inSec === undefined ? { ...next, inSec: null } : { ...next, outSec: null };
}

/** Part of the video that a loop plays, in seconds. */
export interface LoopSpan {
  startSec: number;
  endSec: number;
}

/** Returns the part that a loop plays: the range, or the whole video when the range has no part of it. */
export function loopSpan({ inSec, outSec }: PlayRange, durationSec: number): LoopSpan {
  const startSec = inSec ?? 0;
  const endSec = Math.min(outSec ?? durationSec, durationSec);
  return startSec < endSec ? { startSec, endSec } : { startSec: 0, endSec: durationSec };
}

/** Distance from the end of a loop that counts as its end, in seconds. */
const EDGE_SEC = 1e-3;

/**
 * Returns the time at which a loop continues when its playback is at `timeSec`: the other end after its last frame, and
 * outside of the loop. Null when it continues at `timeSec`. Negative rates play backwards.
 */
export function loopJump(timeSec: number, rate: number, { startSec, endSec }: LoopSpan): number | null {
  if (endSec <= startSec) return null;
  if (rate > 0) return timeSec < startSec - EDGE_SEC || timeSec >= endSec - EDGE_SEC ? startSec : null;
  return timeSec <= startSec + EDGE_SEC || timeSec > endSec + EDGE_SEC ? endSec : null;
}

/**
 * Returns what a new comment is about, in seconds: the range between the in and out points if the playhead is within
 * it, otherwise the moment of the playhead (`endSec` null).
 */
export function commentSpan({ inSec, outSec }: PlayRange, playheadSec: number) {
  const isWithin = inSec !== null && outSec !== null && playheadSec >= inSec && playheadSec <= outSec;
  return isWithin ? { timeSec: inSec, endSec: outSec } : { timeSec: playheadSec, endSec: null };
}
