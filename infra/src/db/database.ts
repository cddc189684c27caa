import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export interface Database {
  client: PrismaClient;
  /** Closes all connections; calls in flight finish first. */
  close(): Promise<void>;
}

/** No statement of ours takes a second; a batch of submissions may wait half a minute for the renders of its account. */
const defaultAnswerMs = 60_000;

/**
 * Opens a pool of at most `poolSize` connections. Connects at the first query, so a database that is away is noticed there. A connection
 * on which an answer takes longer than `answerMs` is given up and its query fails: a database that fails over may leave no other sign.
 */
export function createDatabase(url: string, options: { poolSize?: number; answerMs?: number } = {}): Database {
  const { poolSize = 10, answerMs = defaultAnswerMs } = options;
  const adapter = new PrismaPg({
    ...{ connectionString: url, max: poolSize, keepAlive: true },
    ...{ connectionTimeoutMillis: 5_000, query_timeout: answerMs },
  });
  const client = new PrismaClient({ adapter });
  return { client, close: () => client.$disconnect() };
}

/** Resolves when the database answers. Throws an error that names DATABASE_URL, with the reason as its cause. */
export async function databaseReady({ client }: Database): Promise<void> {
  try {
    await client.$queryRaw`SELECT 1`;
  } catch (cause) {
    throw new Error('PostgreSQL cannot be used. Check DATABASE_URL.', { cause });
  }
}
