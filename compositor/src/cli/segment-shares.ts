import type { SegmentPlan } from '../catalog.ts';

/** Deals out segments so that each render process walks forward through neighbours: its decoders then never seek. */
export interface SegmentShares {
  /** The next neighbouring segments for process `slot`; empty when nothing is left for anyone. */
  take(slot: number): SegmentPlan[];
}

// Small batches let a process that is ahead take over from one that is behind; processes stay warm between two batches.
const BATCH = 4;

/**
 * Each of `slots` processes gets a run of neighbours, all of about as many frames; who is done early takes half of the longest run left: the half with
 * more frames, since the other process will come to its half later.
 */
export function createSegmentShares(segments: readonly SegmentPlan[], slots: number): SegmentShares {
  const runs: SegmentPlan[][] = Array.from({ length: slots }, () => []);
  const total = framesOf(segments);
  let before = 0;
  for (const segment of segments) {
    const frames = framesOf([segment]);
    // Whose part its middle lies in.
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
      // A part of what is left: towards the end the batches shrink, so that all end together.
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
