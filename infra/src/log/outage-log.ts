import type { Logger } from './logger.ts';

/** Interval in ms at which an ongoing outage is logged again. */
const againMs = 60_000;
/**
 * Time in ms without a failure after which an outage is over. It is more than 0 because connections recover one after
 * the other.
 */
const calmMs = 2_000;

/** Log of an operation that fails repeatedly while a service is unavailable. */
export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
}

/**
 * Creates a log that writes `problem` at the first failure and then once a minute until the outage is over, and a line
 * when it is over. An outage is over when the operation has succeeded and nothing has failed for 2 s since.
 */
export function createOutageLog(log: Pick<Logger, 'warn' | 'info'>, problem: string): OutageLog {
  let outage: { sinceMs: number; loggedMs: number; failures: number } | null = null;
  let calm: NodeJS.Timeout | undefined;
  return {
    failed(error) {
      clearTimeout(calm);
      calm = undefined;
      const nowMs = Date.now();
      if (outage === null) {
        outage = { sinceMs: nowMs, loggedMs: nowMs, failures: 1 };
        log.warn({ err: error }, problem);
        return;
      }
      outage.failures += 1;
      if (nowMs - outage.loggedMs < againMs) return;
      outage.loggedMs = nowMs;
      log.warn({ err: error, ...figures(outage, nowMs) }, problem);
    },
    worked() {
      if (outage === null || calm !== undefined) return;
      const ended = outage;
      const workedMs = Date.now();
      calm = setTimeout(() => {
        outage = null;
        calm = undefined;
        log.info(figures(ended, workedMs), `over: ${problem}`);
      }, calmMs);
      calm.unref();
    },
  };
}

function figures({ sinceMs, failures }: { sinceMs: number; failures: number }, untilMs: number) {
  return { seconds: Math.round((untilMs - sinceMs) / 1_000), failures };
}
