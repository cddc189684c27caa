import { type CpuTimes, cpuMsBetween } from '../browser/index.ts';

/** A page has nothing to do between two pictures: one that uses more than this part of a core goes on by itself. */
const restlessPart = 0.25;
const lookEveryMs = 500;

/**
 * Watches pages that nobody draws, until the returned function is called. `pagesCpuMs`: what each has used so far. `onRestless` is called once,
 * 0.5-1 s after one began to go on by itself: it takes time from the pages that are drawn.
 */
export function watchRest(pagesCpuMs: () => Promise<CpuTimes>, onRestless: () => void): () => void {
  let before: { cpuMs: CpuTimes; atMs: number } | null = null;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // What does not answer is found out by whoever draws next.
    const cpuMs = await pagesCpuMs().catch(() => null);
    isLooking = false;
    if (cpuMs === null || timer === null) return;
    const atMs = performance.now();
    if (before !== null && cpuMsBetween(before.cpuMs, cpuMs) > (atMs - before.atMs) * restlessPart) {
      stop();
      onRestless();
    }
    before = { cpuMs, atMs };
  };
  let timer: NodeJS.Timeout | null = setInterval(() => void look(), lookEveryMs).unref();
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  void look();
  return stop;
}
