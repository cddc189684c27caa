import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** Heap size in bytes above which the garbage collector runs more often. An idle API has about 260 MB. */
const BOUND_ABOVE = 350_000_000;
/** Growth of a bounded heap from one collection to the next, in percent of the live objects. */
const BOUNDED_GROWTH = 40;
const LOOK_EVERY_MS = 1_000;

/**
 * Limits the garbage on the main thread: V8 alone lets a busy heap grow to four times its live objects before it
 * collects them. Once a second it compares the heap of the calling thread with `aboveBytes`. Above it, V8 collects
 * after a growth of 40 %, which costs 10 to 15 % of a busy API's processor time; a smaller heap is not affected.
 * Returns a function that ends it.
 */
export function boundGarbage({ aboveBytes = BOUND_ABOVE }: { aboveBytes?: number } = {}): () => void {
  let isBounded = false;
  const bound = (should: boolean) => {
    if (should === isBounded) return;
    isBounded = should;
    // 0 is V8's default: the growth follows the speed of allocation.
    setFlagsFromString(`--heap-growing-percent=${should ? BOUNDED_GROWTH : 0}`);
  };
  const timer = setInterval(() => bound(getHeapStatistics().total_heap_size > aboveBytes), LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    bound(false);
  };
}
