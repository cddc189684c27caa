import { maxSegmentsPerJob } from '../protocol/index.ts';

/** Run time that a frame range aims at: long against the cost of starting it, short against losing it. */
export const targetRangeMs = 6_000;

/** Ten times what starting a range costs a node whose child is warm: below it the start is what takes the time. */
const worthwhileMs = 1_000;

/** What the length of the next range depends on. */
export interface RangeSizing {
  /** Measured time of one frame of this render in one slot, ms; null before its first range has come back. */
  readonly msPerFrame: number | null;
  readonly framesPerSegment: number;
  /** Segments of the render, or of its whole batch, that are not dispatched yet, those to be sized included. */
  readonly remainingSegments: number;
  /** Slots that could work on it. */
  readonly slots: number;
}

/**
 * How many segments the next range of a render gets, 1 to `maxSegmentsPerJob`. The first ranges are one segment long,
 * to learn how costly this render is; later ones aim at `targetRangeMs`; towards the end they shrink, so that all slots
 * finish at about the same time, but not to less than is worth starting.
 */
export function rangeSegments(sizing: RangeSizing): number {
  if (sizing.msPerFrame === null) return 1;
  const segmentMs = Math.max(1, sizing.msPerFrame * sizing.framesPerSegment);
  const byTime = Math.round(targetRangeMs / segmentMs);
  const byShare = Math.ceil(sizing.remainingSegments / (2 * Math.max(1, sizing.slots)));
  const worthwhile = Math.floor(worthwhileMs / segmentMs);
  return Math.max(1, Math.min(maxSegmentsPerJob, byTime, Math.max(byShare, worthwhile)));
}

/** Moving average of a render's time per frame; `previous` null: the first measurement. */
export function updatedMsPerFrame(previous: number | null, renderMs: number, frames: number): number {
  const measured = renderMs / Math.max(1, frames);
  return previous === null ? measured : previous * 0.6 + measured * 0.4;
}
