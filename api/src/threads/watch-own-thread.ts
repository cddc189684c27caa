const BUSY_LOOK_MS = 10;
const IDLE_LOOK_MS = 80;
/** Processor time since the last look that makes a thread busy, ms. */
const BUSY_FROM_MS = 2;

/**
 * Measures how long the thread that it is called on computes without a look at what else came. Processor time, so that what
 * other programs of the machine take is not counted: that is in the event loop's lag. It looks every 10 ms, and more seldom while
 * the thread has nothing to do: a hundred looks a second would take 3 % of a processor. Returns what ends it.
 */
export function watchOwnThread({
  apiThreadHeldSeconds,
}: {
  apiThreadHeldSeconds: { observe(seconds: number): void };
}): () => void {
  let before = process.threadCpuUsage();
  let everyMs = BUSY_LOOK_MS;
  let timer = lookLater();

  function lookLater(): NodeJS.Timeout {
    return setTimeout(look, everyMs).unref();
  }

  function look(): void {
    const now = process.threadCpuUsage();
    const usedMs = (now.user - before.user + now.system - before.system) / 1_000;
    before = now;
    apiThreadHeldSeconds.observe(usedMs / 1_000);
    everyMs = usedMs >= BUSY_FROM_MS ? BUSY_LOOK_MS : Math.min(2 * everyMs, IDLE_LOOK_MS);
    timer = lookLater();
  }

  return () => clearTimeout(timer);
}
