import { PrismaPg } from '@prisma/adapter-pg';
import { named, untilAnswered, type WaitLog } from './connection.ts';
import { FairPool } from './fair-pool.ts';
import { PrismaClient } from './generated/client.ts';

/** Pool of connections to PostgreSQL, with the typed client that uses it. */
export interface Database {
  client: PrismaClient;
  /** Closes all connections after the running queries have ended. */
  close(): Promise<void>;
}

/**
 * Default timeout of a query in ms. No statement of Framemill takes a second, but concurrent render requests of one
 * account may wait half a minute for each other's locks.
 */
const defaultAnswerMs = 60_000;

/**
 * Default timeout in ms for getting a connection or beginning a transaction. It is half of what HTTP clients usually
 * wait, and long enough for a busy machine.
 */
const defaultConnectMs = 15_000;

/**
 * Default limit of a transaction in ms. It only ends transactions that hang: a busy machine must not end those that
 * progress.
 */
const defaultTransactionMs = 30_000;

/**
 * Opens a pool of at most `poolSize` connections. It connects at the first query, so an unavailable database is not
 * noticed before. A query without a result after `answerMs` fails and its connection is closed, because a failover of
 * the database may have no other sign. `connectMs` limits the wait for a connection (default 15 s), the wait until a
 * transaction begins (default 15 s), and the duration of a transaction (default 30 s).
 */
export function createDatabase(
  url: string,
  options: { poolSize?: number; answerMs?: number; connectMs?: number } = {},
): Database {
  const { poolSize = 10, answerMs = defaultAnswerMs, connectMs = defaultConnectMs } = options;
  const pool = new FairPool({
    ...{ connectionString: url, max: poolSize, keepAlive: true },
    ...{ connectionTimeoutMillis: connectMs, query_timeout: answerMs },
  });
  const adapter = new PrismaPg(pool, { disposeExternalPool: true });
  const transactionOptions = { maxWait: connectMs, timeout: options.connectMs ?? defaultTransactionMs };
  const client = new PrismaClient({ adapter, transactionOptions });
  return { client, close: () => client.$disconnect() };
}

/** Resolves when the database accepts queries. Waits for it as `untilAnswered` does, and throws as `named` does. */
export async function databaseReady({ client }: Database, log?: WaitLog): Promise<void> {
  await named(untilAnswered(() => client.$queryRaw`SELECT 1`, log));
}
