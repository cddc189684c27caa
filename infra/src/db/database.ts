import { setTimeout as delay } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { isBusy } from './database-trouble.ts';
import { PrismaClient } from './generated/client.ts';

export interface Database {
  client: PrismaClient;
  /** Closes all connections; calls in flight finish first. */
  close(): Promise<void>;
}

/** No statement of ours takes a second; a batch of submissions may wait half a minute for the renders of its account. */
const defaultAnswerMs = 60_000;

/** How long a request may wait for a connection or for the begin of a transaction: its caller waits too. */
const defaultConnectMs = 5_000;

/** How long a process that starts waits for a database that is there and does not answer yet. */
const startMs = 60_000;

/**
 * Opens a pool of at most `poolSize` connections. Connects at the first query, so a database that is away is noticed there. A connection
 * on which an answer takes longer than `answerMs` is given up and its query fails: a database that fails over may leave no other sign. With `connectMs`
 * a connection and the begin of a transaction are waited for so long (by default 5 s and 2 s), and a transaction may take so long.
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

/**
 * Resolves when the database answers. Throws an error that names DATABASE_URL, with the reason as its cause: at once when it refuses,
 * after a minute when it is there and takes no query, because it starts or the machine is busy.
 */
export async function databaseReady({ client }: Database): Promise<void> {
  const deadline = performance.now() + startMs;
  for (;;) {
    try {
      await client.$queryRaw`SELECT 1`;
      return;
    } catch (cause) {
      if (!isBusy(cause) || performance.now() > deadline)
        throw new Error('PostgreSQL cannot be used. Check DATABASE_URL.', { cause });
      await delay(100);
    }
  }
}
