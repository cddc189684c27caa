/**
 * Classifies an error of a database client by whether its statement was executed. `not-run`: never, because no
 * connection was free or could be opened. `unanswered`: possibly, because no result arrived. null: any other error.
 */
export function databaseTrouble(error: unknown): 'not-run' | 'unanswered' | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  const code = codeOf(error);
  if (NOT_RUN_CODES.has(code) || NOT_RUN.some((text) => message.includes(text))) return 'not-run';
  if (UNANSWERED_CODES.has(code) || UNANSWERED.some((text) => message.includes(text))) return 'unanswered';
  return null;
}

/**
 * Whether an error, or one of its causes, passes without a change of the configuration: the database or a proxy in
 * front of it is running, but had no time or no connection for the statement, or closed the connection.
 */
export function isTransient(error: unknown): boolean {
  for (let next = error; next instanceof Error; next = next.cause) {
    const { message } = next;
    if (CLOSED_CODES.has(codeOf(next)) || [...BUSY, ...CLOSED].some((text) => message.includes(text))) return true;
  }
  return false;
}

/** Returns the code of an error of Node, `pg`, PostgreSQL or Prisma; '' when it has none. */
function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
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
  'the database system is shutting down',
  // Of several servers, none is the primary: a standby is about to take over.
  'server accepts no writes',
  'too many clients already',
  'too many connections for role',
];

/**
 * Codes of connections that were closed: those of Node; of Prisma; of PostgreSQL when an operator, a crash or a proxy
 * ended the session. A proxy without a server closes every connection at once.
 */
const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'P1017', '57P01', '57P02', '57P03', '08006']);
/** Messages of the same, where Prisma's error of a raw query or `pg` has no such code. */
const CLOSED = [
  'Connection terminated unexpectedly',
  'Server has closed the connection',
  'ECONNRESET',
  'EPIPE',
  'terminating connection due to',
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
