import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './database-trouble.ts';

/** Time limit in ms: as long as a machine may need that starts all services at once. */
const patienceMs = 60_000;
const pauseMs = 100;

/**
 * Returns the result of `attempt`, and repeats it for up to a minute while the database is running but takes no
 * connection. That is while it starts or recovers, has no free connection, or the machine is busy. Throws an error
 * that names DATABASE_URL, with the reason as its cause; it throws at once when no database is running.
 */
export async function untilAnswered<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > deadline)
        throw new Error('PostgreSQL cannot be used. Check DATABASE_URL.', { cause });
      await delay(pauseMs);
    }
  }
}
