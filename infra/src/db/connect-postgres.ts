import pg from 'pg';
import { untilAnswered } from './until-answered.ts';

/**
 * Opens one connection, which the caller closes. Waits for a busy database as `untilAnswered` does, and throws as it
 * does.
 */
export function connectPostgres(url: string): Promise<pg.Client> {
  return untilAnswered(async () => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 });
    await client.connect();
    return client;
  });
}
