import type { ChildTask } from './tasks.ts';

/**
 * What a task takes of a render process' life, which is 1: encoders and decoders that come and go leave a little behind, and gaps
 * in its memory. Without end a process of 640x360 grows by 0.2 MB a segment.
 */
function wearOf(task: ChildTask): number {
  return task.type === 'segments' ? task.segments.length / 40 : 1 / 500;
}

// Below this a process is left alone; most renders of 1080p stay there.
const roomBytes = 500e6;
const mostGrowth = 1.1;

/** How far a render process has come in its life. */
export interface Wear {
  /** Counts a task, however it ends. */
  count(task: ChildTask): void;
  /** Hears what the process held when a task had ended. */
  holds(residentBytes: number): void;
  /** Replace the process before its next task. */
  readonly isWorn: boolean;
}

/** Begins with a process that is new. Scenes of many kinds one after the other leave gaps of many sizes: what has grown is worn too. */
export function createWear(): Wear {
  let spent = 0;
  let first: number | null = null;
  let hasGrown = false;
  return {
    count(task) {
      spent += wearOf(task);
    },
    holds(residentBytes) {
      first ??= residentBytes;
      hasGrown = residentBytes > Math.max(roomBytes, first * mostGrowth);
    },
    get isWorn() {
      return spent >= 1 || hasGrown;
    },
  };
}
