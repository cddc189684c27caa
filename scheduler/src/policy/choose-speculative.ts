import { percentile } from './percentile.ts';

/** Share of a render that is done before its last ranges are doubled: earlier, other ranges use the slots better. */
const minDoneShare = 0.75;
/** Finished ranges of a render below which nothing can be said about what is slow. */
const minSamples = 3;
/** A range that runs for less than this is not worth a speculative attempt: starting one takes about as long. */
const minElapsedMs = 2_000;
/** Work of speculative attempts, relative to all work done. */
export const maxExtraShare = 0.05;

/** A frame range that runs on a node now. */
export interface RunningRange {
  readonly taskId: string;
  readonly frames: number;
  /** Since a node has had it; the time in the queue does not count. */
  readonly elapsedMs: number;
  /** Whether it has, or had, a speculative attempt. */
  readonly doubled: boolean;
  /** Frames done of its render, 0-1. */
  readonly renderDoneShare: number;
  /** Time per frame of the render's finished ranges, ms. */
  readonly msPerFrame: readonly number[];
}

/** Everything the choice depends on, for one queue. */
export interface SpeculativeSnapshot {
  readonly running: readonly RunningRange[];
  /** Slots that have nothing to do although nothing is ready. */
  readonly freeSlots: number;
  /** Frames of all finished ranges and of all speculative attempts so far. */
  readonly doneFrames: number;
  readonly speculativeFrames: number;
}

/**
 * Chooses the ranges that get a speculative attempt, the slowest first: their render is more than 75 % done, they run for longer than
 * max(2 x p50, p95) of its ranges of their length, a slot is free, and all speculative attempts together stay within 5 % of the work
 * done. Pure: equal snapshots give equal answers.
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

/** How often a range has had its time, above 1: it is a straggler; 0 when it cannot be one. */
function latenessOf(range: RunningRange): number {
  if (range.doubled || range.renderDoneShare <= minDoneShare || range.msPerFrame.length < minSamples) return 0;
  const p50 = percentile(range.msPerFrame, 0.5) ?? 0;
  const p95 = percentile(range.msPerFrame, 0.95) ?? 0;
  const limitMs = Math.max(minElapsedMs, Math.max(2 * p50, p95) * range.frames);
  return range.elapsedMs / limitMs;
}
