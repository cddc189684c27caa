/**
 * Share of a render (0-1) that must be done before its last ranges get speculative attempts. Before that, the remaining
 * ranges use the slots better.
 */
const minDoneShare = 0.75;
/** Minimum number of completed ranges of a render for deciding which of its ranges are slow. */
const minSamples = 3;
/**
 * Minimum running time in ms of a range that gets a speculative attempt. Starting such an attempt takes about as long.
 */
const minElapsedMs = 2_000;
/** Maximum number of frames of all speculative attempts, as a share (0-1) of the frames of all completed ranges. */
export const maxExtraShare = 0.05;

/** Frame range that runs on a node now. */
export interface RunningRange {
  readonly taskId: string;
  readonly frames: number;
  /** Time in ms since a node took the range; the time in the queue does not count. */
  readonly elapsedMs: number;
  /** Whether the range has a speculative attempt, or has had the maximum number of them. */
  readonly doubled: boolean;
  /** Share of its render's frames that are done, 0-1. */
  readonly renderDoneShare: number;
  /** Time per frame of the render's completed ranges, in ms. */
  readonly msPerFrame: readonly number[];
}

/** Input of `chooseSpeculative`, for one queue. */
export interface SpeculativeSnapshot {
  readonly running: readonly RunningRange[];
  /** Number of idle slots while no range is ready. */
  readonly freeSlots: number;
  /** Frames of all completed ranges, and of all speculative attempts so far. */
  readonly doneFrames: number;
  readonly speculativeFrames: number;
}

/**
 * Chooses the ranges that get a speculative attempt, the slowest first. A range is chosen when its render is more than
 * 75 % done, a slot is free, and it has run for longer than 2 s and than max(2 x p50, p95) of the render's completed
 * ranges, scaled to its number of frames. All speculative attempts together stay within 5 % of the frames completed so
 * far. Pure: equal snapshots give equal results.
 */
export function chooseSpeculative(snapshot: SpeculativeSnapshot): RunningRange[] {
  const late = snapshot.running
    .map((range) => ({ range, lateness: latenessOf(range) }))
    .filter(({ lateness }) => lateness > 1)
    .sort((a, b) => b.lateness - a.lateness || (a.range.taskId < b.range.taskId ? -1 : 1));
  let budget = snapshot.doneFrames * maxExtraShare - snapshot.speculativeFrames;
  const chosen: RunningRange[] = [];
  for (const { range } of late) {
    if (chosen.length >= snapshot.freeSlots) break;
    if (range.frames > budget) continue;
    budget -= range.frames;
    chosen.push(range);
  }
  return chosen;
}

/**
 * Computes the running time of a range divided by its limit. A range above 1 is a straggler; 0 when it cannot be one.
 */
function latenessOf(range: RunningRange): number {
  if (range.doubled || range.renderDoneShare <= minDoneShare || range.msPerFrame.length < minSamples) return 0;
  const p50 = percentile(range.msPerFrame, 0.5) ?? 0;
  const p95 = percentile(range.msPerFrame, 0.95) ?? 0;
  const limitMs = Math.max(minElapsedMs, Math.max(2 * p50, p95) * range.frames);
  return range.elapsedMs / limitMs;
}

/**
 * Returns the `share` (0-1) percentile of some figures by nearest rank; null when there are none. The figures need not
 * be sorted.
 */
export function percentile(figures: readonly number[], share: number): number | null {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
