import pg from 'pg';

/** As long as a busy machine may need: what is not there at all refuses at once. */
const answerMs = 60_000;

/** Opens one connection, which the caller ends. Throws an error that names DATABASE_URL, with the reason as its cause. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerMs });
  try {
    await client.connect();
    return client;
  } catch (cause) {
    throw new Error('PostgreSQL cannot be used. Check DATABASE_URL.', { cause });
  }
}
