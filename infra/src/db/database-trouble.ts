/**
 * What an error of a database client says about the statement: it never ran (no connection was free or could be opened), or
 * nobody knows (its answer never came). null: something else.
 */
export function databaseTrouble(error: unknown): 'not-run' | 'unanswered' | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (NOT_RUN_CODES.has(code) || NOT_RUN.some((text) => message.includes(text))) return 'not-run';
  if (UNANSWERED_CODES.has(code) || UNANSWERED.some((text) => message.includes(text))) return 'unanswered';
  return null;
}

/** Whether the database is there, as far as this error tells, and had no time or no connection for the statement. */
export function isBusy(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    const { message } = next;
    if (BUSY.some((text) => message.includes(text))) return true;
  }
  return false;
}

/** Of `pg`'s pool and connections, and what PostgreSQL says with 57P03 and 53300. */
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

/** Prisma's, and PostgreSQL's for too many connections, starting up and stopping. */
const NOT_RUN_CODES = new Set(['P1001', 'P1002', 'P2024', 'P2037', 'ECONNREFUSED', '53300', '57P03']);
/** `pg` has no codes for these; raw queries of Prisma have one for all. */
const NOT_RUN = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
  "Can't reach database server",
  'Unable to start a transaction in the given time',
];
const UNANSWERED_CODES = new Set(['P1008', 'P1017', '57P01']);
const UNANSWERED = ['Query read timeout', 'Connection terminated unexpectedly', 'Server has closed the connection'];
