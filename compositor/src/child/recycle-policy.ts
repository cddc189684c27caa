import type { ChildTask } from './tasks.ts';

/**
 * Returns the fraction (0-1) of a render process's lifetime that a task uses up; at 1 the process is replaced. It must
 * be replaced because closed encoders and decoders leak a little memory and fragment the heap: 0.2 MB a segment at
 * 640x360, nothing measurable over 66 segments of 1080p. A new process needs 0.9 s of CPU time until it is as fast as
 * the old one.
 */
function budgetUsedBy(task: ChildTask): number {
  return task.type === 'segments' ? task.segments.length / 160 : 1 / 500;
}

// Below this size a process is not replaced for its memory; most renders of 1080p stay below.
const roomBytes = 500e6;
const mostGrowth = 1.1;

/** Policy that decides when a render process is replaced by a new one. */
export interface RecyclePolicy {
  /** Counts a task after it has ended, successfully or not. */
  count(task: ChildTask): void;
  /** Records the resident memory of the process after a task, in bytes. */
  holds(residentBytes: number): void;
  /** Whether the process must be replaced before its next task. */
  readonly isDue: boolean;
}

/**
 * Creates the policy for a new process. The process must be replaced after a number of tasks, or when its memory has
 * grown, because different scenes fragment the heap.
 */
export function createRecyclePolicy(): RecyclePolicy {
  let spent = 0;
  let first: number | null = null;
  let hasGrown = false;
  return {
    count(task) {
      spent += budgetUsedBy(task);
    },
    holds(residentBytes) {
      first ??= residentBytes;
      hasGrown = residentBytes > Math.max(roomBytes, first * mostGrowth);
    },
    get isDue() {
      return spent >= 1 || hasGrown;
    },
  };
}
