import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import { createOutageLog } from '../log/outage-log.ts';

/** Options of repeated work. */
export interface RepeatOptions {
  /** Pause in ms from the end of one run to the start of the next. */
  everyMs: number;
  /** Signal that ends the repetition after the current run. */
  signal: AbortSignal;
  log: Pick<Logger, 'warn' | 'info'>;
  /** Consequence of a failed run, as text for the log: see `createOutageLog`. The next run takes place nevertheless. */
  problem: string;
}

/** Runs `work` repeatedly, the first time at once. Resolves when `signal` is aborted; never rejects. */
export async function repeat(
  work: () => Promise<unknown>,
  { everyMs, signal, log, problem }: RepeatOptions,
): Promise<void> {
  const outage = createOutageLog(log, problem);
  while (!signal.aborted) {
    await work().then(outage.worked, outage.failed);
    await setTimeout(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Runs `work` for every item in order, at most `atOnce` concurrently, so that some items can wait for the object store
 * while others continue. Rejects with the first error, after all started work has ended.
 */
export async function sideBySide<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const remaining = items.values();
  const takeNext = async () => {
    for (const item of remaining) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, takeNext));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}
