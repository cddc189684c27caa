import { setTimeout } from 'node:timers/promises';
import type { Logger } from '../log/logger.ts';
import { createOutageLog } from '../log/outage-log.ts';

/** How often something is run, and what happens when it fails. */
export interface RepeatOptions {
  /** From the end of one run to the begin of the next. */
  everyMs: number;
  /** Ends it: a run that is under way comes to its end first. */
  signal: AbortSignal;
  log: Pick<Logger, 'warn' | 'info'>;
  /** What a failing run means, for the log: see `createOutageLog`. The next run comes all the same. */
  problem: string;
}

/** Does `work` again and again, at once for the first time. Resolves when `signal` is aborted; never rejects. */
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
