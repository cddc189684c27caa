import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { openClient } from './open-client.ts';

/**
 * Opens one connection, which the caller must close. Waits for a busy database and throws errors as `untilAnswered`
 * does.
 */
export function connectPostgres(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  return untilAnswered(() => openClient(url, { connectionTimeoutMillis: 30_000, ...options }));
}

/**
 * Timeout in ms for a database that is running but accepts no connection. It is long because a machine that starts all
 * services at once is busy.
 */
const patienceMs = 60_000;
const pauseMs = 100;

/**
 * Runs `attempt` and returns its result. Retries for up to a minute while the database is running but accepts no
 * connection: while it starts or recovers, all its connections are in use, none of its servers is the primary, or the
 * machine is too busy. Then throws an
 * `Error` that names DATABASE_URL, with the reason as its cause. For any other reason, for example when no database is
 * running, throws this error at once.
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

/**
 * Classifies an error of a database client by whether its statement was executed. `not-run`: never, because no
 * connection was free or could be opened. `unanswered`: possibly, because no result arrived. null: any other error.
 */
export function databaseTrouble(error: unknown): 'not-run' | 'unanswered' | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NOT_RUN_CODES.has(code) || NOT_RUN.some((text) => message.includes(text))) return 'not-run';
  if (UNANSWERED_CODES.has(code) || UNANSWERED.some((text) => message.includes(text))) return 'unanswered';
  return null;
}

/**
 * Whether an error, or one of its causes, shows that the database is running but had no time or no connection for the
 * statement.
 */
function isBusy(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    const { message } = next;
    if (BUSY.some((text) => message.includes(text))) return true;
  }
  return false;
}

/**
 * Error messages of a busy database: from `pg`'s pool and connections, and from PostgreSQL's errors 57P03 and 53300.
 */
const BUSY = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'the database system is starting up',
  'the database system is not yet accepting connections',
  'the database system is in recovery mode',
  // Of several servers, none is the primary: a standby is about to take over.
  'server accepts no writes',
  'too many clients already',
  'too many connections for role',
];

/**
 * Error codes that mean that the statement was never executed: codes of Prisma, and codes of PostgreSQL for too many
 * connections, startup and shutdown.
 */
const NOT_RUN_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2037', 'ECONNREFUSED', '53300', '57P03']);
/**
 * Error messages that mean that the statement was never executed, for errors without a specific code: `pg` has no codes
 * for them, and Prisma uses one code for all errors of raw queries.
 */
const NOT_RUN = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  "Can't reach database server",
  'Unable to start a transaction in the given time',
  'server accepts no writes',
];
const UNANSWERED_CODES = new Set(['P1008', 'P1017', '57P01']);
const UNANSWERED = ['Query read timeout', 'Connection terminated unexpectedly', 'Server has closed the connection'];
