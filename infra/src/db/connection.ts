import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/**
 * Opens one connection, which the caller closes. Waits for a busy database as `untilAnswered` does, and throws as it
 * does.
 */
export function connectPostgres(url: string): Promise<pg.Client> {
  return untilAnswered(async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
    await client.connect();
    return client;
  });
}

/**
 * Time limit in ms for a database that is running but accepts no connection: as long as a machine may need that starts
 * all services at once.
 */
const patienceMs = 60_000;
const pauseMs = 100;

/**
 * Runs `attempt` and returns its result. Repeats it for up to a minute while the database is running but accepts no
 * connection. This happens while the database starts or recovers, while all of its connections are in use, and while
 * the machine is too busy. Throws an `Error` that names DATABASE_URL, with the reason as its cause. For any other
 * reason, for example when no database is running, it throws at once.
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
 * Classifies an error of a database client by what happened to the statement. `not-run`: it never ran, because no
 * connection was free or could be opened. `unanswered`: its result never arrived, so it may have run. null: another
 * error.
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
 * Whether the error shows that the database is running but had no time or no connection for the statement. Checks the
 * causes of the error too.
 */
function isBusy(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    const { message } = next;
    if (BUSY.some((text) => message.includes(text))) return true;
  }
  return false;
}

/** Messages of `pg`'s pool and connections, and of PostgreSQL's errors 57P03 and 53300, that mean a busy database. */
const BUSY = [
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Connection terminated due to connection timeout',
  'the database system is starting up',
  'the database system is not yet accepting connections',
  'the database system is in recovery mode',
  'too many clients already',
  'too many connections for role',
];

/**
 * Error codes that mean that the statement never ran: those of Prisma, and those of PostgreSQL for too many
 * connections, startup and shutdown.
 */
const NOT_RUN_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2037', 'ECONNREFUSED', '53300', '57P03']);
/**
 * Messages of errors that mean that the statement never ran and that have no specific code: `pg` has no codes for
 * these, and Prisma's raw queries use one code for all errors.
 */
const NOT_RUN = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  "Can't reach database server",
  'Unable to start a transaction in the given time',
];
const UNANSWERED_CODES = new Set(['P1008', 'P1017', '57P01']);
const UNANSWERED = ['Query read timeout', 'Connection terminated unexpectedly', 'Server has closed the connection'];
