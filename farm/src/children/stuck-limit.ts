import type { ChildTask } from '@framemill/compositor/child';
import { expectedMs } from './expected-time.ts';

/** Multiple of the expected time that a task may take without progress. */
const timesExpected = 10;
const leastMs = 15_000;
/** Number of recent tasks from which the node's own speed is derived. */
const remembered = 16;
/**
 * Maximum ratio of measured to expected time that counts: a larger one means that the machine was suspended, not that
 * it is slow.
 */
const mostFactor = 20;

/** Time limit without progress for each task of a node, after which its child is ended. */
export interface StuckLimit {
  /** Configured maximum of the limit in ms (CHILD_STUCK_SEC). */
  readonly mostMs: number;
  /**
   * Computes the limit of a task in ms: 10 times its expected time at this node's speed, at least 15 s, at most the
   * configured maximum.
   */
  limitMs(task: ChildTask): Promise<number>;
  /**
   * Adds the time `tookMs` of a completed task to the node's speed, so that a node that is slow, or busy with other
   * work, gets longer limits.
   */
  learn(task: ChildTask, tookMs: number): Promise<void>;
}

/** Creates the limit of a node. `mostMs` is CHILD_STUCK_SEC, which is also the limit of tasks without an estimate. */
export function createStuckLimit(mostMs: number): StuckLimit {
  const factors: number[] = [];
  return {
    mostMs,
    async limitMs(task) {
      const expected = await expectedMs(task);
      if (expected === null) return mostMs;
      const factor = Math.max(1, ...factors);
      return Math.min(mostMs, Math.max(leastMs, timesExpected * factor * expected));
    },
    async learn(task, tookMs) {
      const expected = await expectedMs(task);
      if (expected === null) return;
      factors.push(Math.min(mostFactor, tookMs / expected));
      if (factors.length > remembered) factors.shift();
    },
  };
}
