import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Heap sizes in bytes above which a thread returns memory to the system. `busy` applies right after a task, `idle` once
 * the thread has been idle for 2 s. A new thread has about 60 MB.
 */
export const mostKept = { busy: 160_000_000, idle: 80_000_000 };

let collect: (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void = () => undefined;

/** Makes V8's garbage collector callable. Call it once, before `giveMemoryBack`. */
export function prepareToGiveBack(): void {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
}

/**
 * Returns the memory of a large task to the system, which takes 0.1 s. Does nothing while the heap is small. Without
 * this, V8 would keep the memory for the next task, and each thread would grow to the size of its largest task.
 */
export function giveMemoryBack(aboveBytes: number = mostKept.busy): void {
  if (getHeapStatistics().total_heap_size > aboveBytes) {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }
}
