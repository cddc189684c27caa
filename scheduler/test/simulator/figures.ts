import { percentile } from '../../src/policy/choose-speculative.ts';
import type { Outcome, RenderOutcome } from './scenario.ts';

/**
 * Computes Jain's fairness index of some shares: 1 when all are equal, 1/n when one has everything. R. Jain et al.,
 * DEC-TR-301, 1984.
 */
export function jainIndex(shares: readonly number[]): number {
  const sum = shares.reduce((total, share) => total + share, 0);
  const squares = shares.reduce((total, share) => total + share * share, 0);
  return squares === 0 ? 1 : (sum * sum) / (shares.length * squares);
}

/** Returns the number of frames that were committed for each account in [fromMs, toMs). */
export function framesByAccount(outcome: Outcome, fromMs: number, toMs: number): Map<string, number> {
  const frames = new Map<string, number>();
  for (const commit of outcome.commits) {
    if (commit.atMs < fromMs || commit.atMs >= toMs) continue;
    frames.set(commit.accountId, (frames.get(commit.accountId) ?? 0) + commit.frames);
  }
  return frames;
}

/**
 * Returns the waiting times of renders in ms, from admission to their first range. Renders that never began are left
 * out.
 */
export function waits(renders: readonly RenderOutcome[]): number[] {
  return renders.flatMap(({ admittedAtMs, firstStartMs }) =>
    admittedAtMs === null || firstStartMs === null ? [] : [firstStartMs - admittedAtMs],
  );
}

/** Returns the render times in ms, from the first range of a render to its end. Unfinished renders are left out. */
export function renderTimes(renders: readonly RenderOutcome[]): number[] {
  return renders.flatMap(({ firstStartMs, doneAtMs }) =>
    firstStartMs === null || doneAtMs === null ? [] : [doneAtMs - firstStartMs],
  );
}

/** Returns p50, p95 and the maximum of some numbers; zeros when there are none. */
export function spread(figures: readonly number[]): { p50: number; p95: number; max: number } {
  return {
    p50: percentile(figures, 0.5) ?? 0,
    p95: percentile(figures, 0.95) ?? 0,
    max: percentile(figures, 1) ?? 0,
  };
}
