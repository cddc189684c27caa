const LOOK_EVERY_MS = 10;

/**
 * Measures how long the thread that it is called on computes without a look at what else came. Processor time, so that what
 * other programs of the machine take is not counted: that is in the event loop's lag. Returns what ends it.
 */
export function watchOwnThread({
  apiThreadHeldSeconds,
}: {
  apiThreadHeldSeconds: { observe(seconds: number): void };
}): () => void {
  let before = process.threadCpuUsage();
  const timer = setInterval(() => {
    const now = process.threadCpuUsage();
    apiThreadHeldSeconds.observe((now.user - before.user + now.system - before.system) / 1_000_000);
    before = now;
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
