import type { OutageLog } from '@framemill/infra';

/** Repeated work; `stop` ends it. */
export interface Repeated {
  stop(): void;
}

/**
 * Runs `work` every `intervalMs`, never twice concurrently: while a run is in progress, due runs are skipped. `outage`
 * is notified of the result of each run.
 */
export function every(intervalMs: number, work: () => Promise<void>, outage: OutageLog): Repeated {
  let underWay = false;
  const timer = setInterval(() => {
    if (underWay) return;
    underWay = true;
    work()
      .then(outage.worked, outage.failed)
      .finally(() => {
        underWay = false;
      });
  }, intervalMs);
  return { stop: () => clearInterval(timer) };
}
