import { sweepStore } from '../retention/sweep-store.ts';
import type { LeaderContext } from './context.ts';

/**
 * Delay of a new leader's first sweep in ms, so that it does not run during the fault that caused the change of
 * leader.
 */
const firstAfterMs = 5 * 60_000;
const everyMs = 60 * 60_000;

/**
 * Starts a sweep of the store every hour, concurrently with the leader's loop, until `stop` is aborted. A sweep that
 * fails is tried again an hour later.
 */
export function startSweeper(leader: LeaderContext, stop: AbortSignal): void {
  const { database, store, log, metrics, plans } = leader;
  const onSwept = (kind: string, sizeBytes: number) => {
    metrics.sweptObjects.inc({ kind });
    metrics.sweptBytes.inc({ kind }, sizeBytes);
  };
  const sweep = async () => {
    const report = await sweepStore({ database, store, log, onSwept, plans }, { signal: stop });
    log.info({ report }, 'the store was swept');
  };
  const next = (afterMs: number) => {
    const timer = setTimeout(() => {
      sweep()
        .catch((error: unknown) => log.warn({ err: error }, 'the store could not be swept; trying again in an hour'))
        .finally(() => {
          if (!stop.aborted) next(everyMs);
        });
    }, afterMs);
    timer.unref();
    stop.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  next(firstAfterMs);
}
