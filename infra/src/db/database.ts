import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';

export interface Database {
  client: PrismaClient;
  /** Closes all connections; calls in flight finish first. */
  close(): Promise<void>;
}

/** Opens a pool of at most `poolSize` connections. Connects at the first query, so a database that is away is noticed there. */
export function createDatabase(url: string, options: { poolSize?: number } = {}): Database {
  const adapter = new PrismaPg({ connectionString: url, max: options.poolSize ?? 10, connectionTimeoutMillis: 5_000 });
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
