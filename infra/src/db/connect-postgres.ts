import pg from 'pg';

/** Opens one connection, which the caller ends. Throws an error that names DATABASE_URL, with the reason as its cause. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw new Error('PostgreSQL cannot be used. Check DATABASE_URL.', { cause });
  }
}
