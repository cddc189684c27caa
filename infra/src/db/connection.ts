import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';
import type pg from 'pg';
import type { Logger } from '../log/logger.ts';
import { createOutageLog } from '../log/outage-log.ts';
import { isTransient } from './database-errors.ts';
import { openClient } from './open-client.ts';

/** Log of a process that waits for its database. */
export type WaitLog = Pick<Logger, 'warn' | 'info'>;

/**
 * Opens one connection, which the caller must close. Waits for the database as `untilAnswered` does, and throws as
 * `named` does.
 */
export function connectPostgres(url: string, options: pg.ClientConfig = {}, log?: WaitLog): Promise<pg.Client> {
  return named(untilAnswered(() => openClient(url, { connectionTimeoutMillis: 30_000, ...options }), log));
}

/**
 * Timeout in ms for a database that is running but accepts no connection. It is long because a machine that starts all
 * services at once is busy, and because a failover takes as long.
 */
const patienceMs = 60_000;
const pauseMs = 100;

/**
 * Runs `attempt` and returns its result. Retries for up to a minute while the database is running but serves no
 * connection: while it starts or recovers, all its connections are in use, none of its servers is the primary, the
 * machine is too busy, or a proxy closes the connections. Logs the first failure. Any other error is thrown at once,
 * for example that of a wrong password, or when no database is running. `attempt` may run several times.
 */
export async function untilAnswered<T>(attempt: () => Promise<T>, log?: WaitLog): Promise<T> {
  const deadline = performance.now() + patienceMs;
  const outage = log === undefined ? undefined : createOutageLog(log, 'PostgreSQL serves no connection; trying again');
  for (;;) {
    try {
      const result = await attempt();
      outage?.worked();
      return result;
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error;
      outage?.failed(error);
      await delay(pauseMs);
    }
  }
}

/**
 * Returns the result of `answer`. Its error becomes the cause of an `Error` that names DATABASE_URL, unless it is a
 * `FramemillError`.
 */
export async function named<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    if (cause instanceof FramemillError) throw cause;
    throw new Error('PostgreSQL cannot be used. Check DATABASE_URL.', { cause });
  }
}
