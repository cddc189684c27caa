import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';
import { untilAnswered } from './until-answered.ts';

/** A pool of connections to PostgreSQL with the typed client over it. */
export interface Database {
  client: PrismaClient;
  /** Closes all connections; calls in flight finish first. */
  close(): Promise<void>;
}

/** No statement of ours takes a second; a batch of submissions may wait half a minute for the renders of its account. */
const defaultAnswerMs = 60_000;

/** How long a request may wait for a connection or for the begin of a transaction: its caller waits too. */
const defaultConnectMs = 5_000;

/**
 * Opens a pool of at most `poolSize` connections. Connects at the first query, so a database that is away is noticed there. A
 * connection on which an answer takes longer than `answerMs` is given up and its query fails: a database that fails over may
 * leave no other sign. With `connectMs` a connection and the begin of a transaction are waited for so long (by default 5 s and
 * 2 s), and a transaction may take so long (by default 5 s).
 */
export function createDatabase(
  url: string,
  options: { poolSize?: number; answerMs?: number; connectMs?: number } = {},
): Database {
  const { poolSize = 10, answerMs = defaultAnswerMs, connectMs } = options;
  const adapter = new PrismaPg({
    ...{ connectionString: url, max: poolSize, keepAlive: true },
    ...{ connectionTimeoutMillis: connectMs ?? defaultConnectMs, query_timeout: answerMs },
  });
  const transactionOptions = { maxWait: connectMs, timeout: connectMs };
  const client = new PrismaClient({ adapter, ...(connectMs === undefined ? {} : { transactionOptions }) });
  return { client, close: () => client.$disconnect() };
}

/** Resolves when the database answers. Waits for one that is busy, as `untilAnswered` does; throws as it does. */
export async function databaseReady({ client }: Database): Promise<void> {
  await untilAnswered(() => client.$queryRaw`SELECT 1`);
}
