import type { Logger } from './logger.ts';

/** An outage that lasts is logged again this often. */
const againMs = 60_000;
/** An outage is over when nothing has failed for so long: connections come back one after the other. */
const calmMs = 2_000;

/** Log of something that fails again and again while a service is away. */
export interface OutageLog {
  failed(error: unknown): void;
  worked(): void;
}

/**
 * Logs `problem` at the first failure, once a minute while the outage lasts, and when it is over: it has worked again, and
 * nothing has failed for 2 s since. An outage of an hour gives some 60 lines, however often its users try.
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
