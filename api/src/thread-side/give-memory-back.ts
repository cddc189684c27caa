import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Heap above which memory is given back, bytes: a thread that has just started has about 90 MB. */
const mostKept = 160_000_000;

let collect: (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void = () => undefined;

/** Makes the engine's collector callable. Once, before `giveMemoryBack`. */
export function prepareToGiveBack(): void {
  setFlagsFromString('--expose-gc');
  collect = runInNewContext('gc');
}

/**
 * Gives the memory of a large task back to the system, in 0.1 s; does nothing while the heap is small. V8 by itself keeps what
 * one task took until the next needs it, so that each thread would come to hold what its largest task took.
 */
export function giveMemoryBack(): void {
  if (getHeapStatistics().total_heap_size > mostKept) {
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }
}
