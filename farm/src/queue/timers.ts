import type { OutageLog } from '@framemill/infra';

/** Handle of repeated work; `stop` ends it. */
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

/** Settles like `promise`, but rejects when it is still pending after `ms` milliseconds. */
export async function within<T>(ms: number, what: string, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not finish within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
