import type { SegmentPlan } from '../catalog.ts';

/**
 * Distribution of segments in which each render process advances through adjacent ones, so that its decoders never
 * seek.
 */
export interface SegmentShares {
  /** Returns the next adjacent segments for process `slot`; empty when none are left. */
  take(slot: number): SegmentPlan[];
}

// Small batches let a fast process take over work from a slow one; processes stay warm between two batches.
const BATCH = 4;

/**
 * Assigns each of `slots` processes a run of adjacent segments with about equal numbers of frames. A process that
 * finishes early takes half of the longest remaining run: the half with more frames, because the other process reaches
 * it later.
 */
export function createSegmentShares(segments: readonly SegmentPlan[], slots: number): SegmentShares {
  const runs: SegmentPlan[][] = Array.from({ length: slots }, () => []);
  const total = framesOf(segments);
  let before = 0;
  for (const segment of segments) {
    const frames = framesOf([segment]);
    // Index of the run that contains the segment's middle.
    runs[Math.min(slots - 1, Math.floor((slots * (before + frames / 2)) / total))]?.push(segment);
    before += frames;
  }
  return {
    take(slot) {
      const own = runs[slot] ?? [];
      if (own.length === 0) {
        const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), own);
        own.push(...takeHalf(longest));
        runs[slot] = own;
      }
      // A fraction of the rest: batches shrink towards the end, so that all processes end together.
      return own.splice(0, Math.max(1, Math.min(BATCH, Math.ceil(own.length / 4))));
    },
  };
}

function takeHalf(run: SegmentPlan[]): SegmentPlan[] {
  const middle = Math.floor(run.length / 2);
  const isFrontLonger = framesOf(run.slice(0, middle)) > framesOf(run.slice(middle));
  return isFrontLonger ? run.splice(0, middle) : run.splice(middle);
}

function framesOf(segments: readonly SegmentPlan[]): number {
  return segments.reduce((sum, { startFrame, endFrame }) => sum + endFrame - startFrame, 0);
}
