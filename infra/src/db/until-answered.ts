import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './database-trouble.ts';

/** As long as a machine may need that starts everything at once. */
const patienceMs = 60_000;
const pauseMs = 100;

/**
 * The result of `attempt`, which is made again for a minute while the database is there and takes no connection: it starts, recovers, has
 * none free, or the machine is busy. Throws an error that names DATABASE_URL, with the reason as its cause; at once when nothing is there.
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
