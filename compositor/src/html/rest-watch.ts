import { type CpuTimes, cpuMsBetween } from '../chromium/index.ts';

/** Fraction of a core above which an idle page counts as busy. A page should do nothing between two screenshots. */
const restlessPart = 0.25;
const lookEveryMs = 500;

/**
 * Watches the CPU time of idle pages until the returned function is called. `pagesCpuMs` returns the CPU time of each
 * page's process. `onRestless` is called once, 0.5-1 s after an idle page became busy, because such a page takes CPU
 * time from the pages that are being drawn.
 */
export function watchRest(pagesCpuMs: () => Promise<CpuTimes>, onRestless: () => void): () => void {
  let before: { cpuMs: CpuTimes; atMs: number } | null = null;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    // An unresponsive browser is detected by the next call that draws.
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
