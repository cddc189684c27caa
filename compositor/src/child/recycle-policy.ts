import type { ChildTask } from './tasks.ts';

/**
 * Fraction (0-1) of the process's recycle budget that this task uses. Encoders and decoders leave a little memory behind when they
 * are closed, and gaps in the heap: a process that is never replaced grows by 0.2 MB a segment at 640x360, and by nothing that is
 * seen over 66 segments of 1080p. A fresh one takes 0.9 s of processor time until it is as fast as the old one was.
 */
function budgetUsedBy(task: ChildTask): number {
  return task.type === 'segments' ? task.segments.length / 160 : 1 / 500;
}

// Below this a process is left alone; most renders of 1080p stay there.
const roomBytes = 500e6;
const mostGrowth = 1.1;

/** Decides when a render process is replaced by a fresh one. */
export interface RecyclePolicy {
  /** Counts a task, however it ends. */
  count(task: ChildTask): void;
  /** Reports the resident memory of the process after a task, bytes. */
  holds(residentBytes: number): void;
  /** Whether the process is to be replaced before its next task. */
  readonly isDue: boolean;
}

/** The policy for a new process. It is due after its budget of tasks, or when its memory has grown: different scenes fragment the heap. */
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
