/**
 * Classifies an error of a database client by the state of its statement. `not-run`: it never ran, because no
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
export function isBusy(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    const { message } = next;
    if (BUSY.some((text) => message.includes(text))) return true;
  }
  return false;
}

/** Messages of `pg`'s pool and connections, and of PostgreSQL with the codes 57P03 and 53300. */
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

/** Error codes of Prisma, and of PostgreSQL for too many connections, startup and shutdown. */
const NOT_RUN_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2037', 'ECONNREFUSED', '53300', '57P03']);
/**
 * Messages of errors without a code of their own: `pg` has no codes for these, and Prisma's raw queries have one for
 * all.
 */
const NOT_RUN = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  "Can't reach database server",
  'Unable to start a transaction in the given time',
];
const UNANSWERED_CODES = new Set(['P1008', 'P1017', '57P01']);
const UNANSWERED = ['Query read timeout', 'Connection terminated unexpectedly', 'Server has closed the connection'];
