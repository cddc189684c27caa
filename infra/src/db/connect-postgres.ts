import pg from 'pg';
import { untilAnswered } from './until-answered.ts';

/** Opens one connection, which the caller ends. Waits for a database that is busy, as `untilAnswered` does; throws as it does. */
export function connectPostgres(url: string): Promise<pg.Client> {
  return untilAnswered(async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
    await client.connect();
    return client;
  });
}
