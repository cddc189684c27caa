import { maxSegmentsPerJob } from '../protocol/index.ts';

/**
 * Target running time of a frame range in ms: long compared with the cost of starting it, short compared with the loss
 * when it fails.
 */
export const targetRangeMs = 6_000;

/**
 * Minimum running time in ms of a range: ten times what starting a range costs a node with a warm child process.
 * Shorter work is not worth starting separately.
 */
const worthwhileMs = 1_000;

/** Figures that determine the length of the next range. */
export interface RangeSizing {
  /** Measured time per frame of this render in one slot, in ms; null before its first range has completed. */
  readonly msPerFrame: number | null;
  readonly framesPerSegment: number;
  /** Number of segments of the render, or of its whole batch, that are not dispatched yet, including the next range. */
  readonly remainingSegments: number;
  /** Number of slots that could work on the render. */
  readonly slots: number;
}

/**
 * Computes the number of segments of a render's next range, 1 to `maxSegmentsPerJob`. A range has one segment until the
 * speed of the render has been measured. Later ranges should run for about `targetRangeMs`. Towards the end of the
 * render the ranges become shorter, so that all slots finish at about the same time, but not much shorter than a
 * second, because starting a shorter range is not worth its cost.
 */
export function rangeSegments(sizing: RangeSizing): number {
  if (sizing.msPerFrame === null) return 1;
  const segmentMs = Math.max(1, sizing.msPerFrame * sizing.framesPerSegment);
  const byTime = Math.round(targetRangeMs / segmentMs);
  const byShare = Math.ceil(sizing.remainingSegments / (2 * Math.max(1, sizing.slots)));
  const worthwhile = Math.floor(worthwhileMs / segmentMs);
  return Math.max(1, Math.min(maxSegmentsPerJob, byTime, Math.max(byShare, worthwhile)));
}

/** Updates the moving average of a render's time per frame, in ms; `previous` null: the first measurement. */
export function updatedMsPerFrame(previous: number | null, renderMs: number, frames: number): number {
  const measured = renderMs / Math.max(1, frames);
  return previous === null ? measured : previous * 0.6 + measured * 0.4;
}

/** Run of consecutive segments, both ends included. */
export interface SegmentRun {
  readonly firstSegment: number;
  readonly lastSegment: number;
  readonly frames: number;
}

/** Segment that must be rendered. */
export interface MissingSegment {
  readonly index: number;
  readonly contentKey: string;
  readonly frames: number;
}

/**
 * Groups missing segments into runs of at most `maxLength` consecutive ones. Of segments with equal content keys (a
 * still, a loop) only the first is rendered; the others use its artifact.
 */
export function groupSegments(missing: readonly MissingSegment[], maxLength: number): SegmentRun[] {
  const seen = new Set<string>();
  const runs: SegmentRun[] = [];
  for (const segment of [...missing].sort((a, b) => a.index - b.index)) {
    if (seen.has(segment.contentKey)) continue;
    seen.add(segment.contentKey);
    const last = runs.at(-1);
    const joins =
      last !== undefined && last.lastSegment + 1 === segment.index && segment.index - last.firstSegment < maxLength;
    if (joins) {
      runs[runs.length - 1] = { ...last, lastSegment: segment.index, frames: last.frames + segment.frames };
    } else {
      runs.push({ firstSegment: segment.index, lastSegment: segment.index, frames: segment.frames });
    }
  }
  return runs;
}
