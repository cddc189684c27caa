import type { ChildTask } from '@framemill/compositor/child';
import { expectedMs } from './expected-time.ts';

/** How many times the expected time a task may go without getting on. */
const timesExpected = 10;
const leastMs = 15_000;
/** Tasks that the node's own speed is taken from. */
const remembered = 16;
/** A task that took longer than this many times what was expected tells of a machine that slept, not of its speed. */
const mostFactor = 20;

/** How long each task of this node may go without getting on before its child is ended. */
export interface StuckLimit {
  /** CHILD_STUCK_SEC, ms. */
  readonly mostMs: number;
  /** 10 times the expected time of the task at this node's speed, at least 15 s, at most the configured limit. ms. */
  limitMs(task: ChildTask): Promise<number>;
  /** Learns from a task that ended well, `tookMs` after its child began it: a node that is slow, or busy with others, waits longer. */
  learn(task: ChildTask, tookMs: number): Promise<void>;
}

/** `mostMs`: CHILD_STUCK_SEC, also the limit of tasks of which nothing is expected. */
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
