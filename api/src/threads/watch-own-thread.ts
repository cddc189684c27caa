import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Returns the processor time of the calling thread in milliseconds. Unlike elapsed time, it does not depend on the load
 * of other programs.
 */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

const BUSY_LOOK_MS = 10;
const IDLE_LOOK_MS = 80;
/** Processor time since the last measurement, in ms, from which the thread counts as busy. */
const BUSY_FROM_MS = 2;

/**
 * Measures how long the calling thread computes without returning to the event loop. Only processor time is counted;
 * time in which other programs run shows in the event loop's lag instead. Samples are taken every 10 ms, and less often
 * while the thread is idle, because a hundred samples a second take 3 % of a processor. Returns a function that ends
 * the measurement.
 */
export function watchOwnThread({
  apiThreadHeldSeconds,
}: {
  apiThreadHeldSeconds: { observe(seconds: number): void };
}): () => void {
  let before = threadCpuMs();
  let everyMs = BUSY_LOOK_MS;
  let timer = lookLater();

  function lookLater(): NodeJS.Timeout {
    return setTimeout(look, everyMs).unref();
  }

  function look(): void {
    const now = threadCpuMs();
    const usedMs = now - before;
    before = now;
    apiThreadHeldSeconds.observe(usedMs / 1_000);
    everyMs = usedMs >= BUSY_FROM_MS ? BUSY_LOOK_MS : Math.min(2 * everyMs, IDLE_LOOK_MS);
    timer = lookLater();
  }

  return () => clearTimeout(timer);
}

/** Heap size in bytes above which the garbage collector runs more often. An idle API has about 260 MB. */
const BOUND_ABOVE = 350_000_000;
/**
 * Growth of the heap, in percent of the live objects, after which V8 collects garbage when the heap is above the
 * threshold.
 */
const BOUNDED_GROWTH = 40;
const LOOK_EVERY_MS = 1_000;

/**
 * Limits the garbage on the main thread: V8 alone lets a busy heap grow to four times its live objects before it
 * collects garbage. Once a second the heap size of the calling thread is compared with `aboveBytes`. Above it, V8
 * collects garbage after a growth of 40 %, which costs 10 to 15 % of a busy API's processor time. A smaller heap is not
 * affected. Returns a function that stops the comparison.
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
