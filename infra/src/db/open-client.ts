import pg from 'pg';
import { isTransient } from './database-errors.ts';
import { chooseServer } from './servers.ts';

/**
 * Opens one connection to the first server of `url` that can be used. The caller must close it. Throws the error of one
 * server when none can be used, as `moreTelling` chooses it. A connection that breaks is reported by its next query.
 */
export async function openClient(url: string, options: pg.ClientConfig): Promise<pg.Client> {
  const { urls, mustWrite } = chooseServer(url);
  let failure: unknown;
  for (const connectionString of urls) {
    const client = new pg.Client({ ...options, connectionString });
    // Without a listener, a broken connection would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      if (mustWrite) await requireWrites(client);
      return client;
    } catch (error) {
      failure = moreTelling(failure, error);
      await client.end().catch(() => undefined);
    }
  }
  throw failure;
}

/**
 * Returns one of the errors of two servers: a transient one if there is any, otherwise the later one. In a failover a
 * standby answers that it accepts no writes, while the lost primary refuses connections for good.
 */
export function moreTelling(before: unknown, after: unknown): unknown {
  return isTransient(before) ? before : after;
}

/** Throws when the server of a connection accepts no writes, because it is a standby or is set to read only. */
export async function requireWrites(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isReadOnly: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  if (rows[0]?.isReadOnly !== false) throw new Error('The PostgreSQL server accepts no writes. It is a standby.');
}
