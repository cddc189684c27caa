import { FramemillError } from '@framemill/timeline/errors';
import pg from 'pg';
import { isTransient } from './database-errors.ts';
import { chooseServer, type DatabaseServers } from './servers.ts';

/**
 * Opens one connection to the first server of `url` that can be used. The caller must close it. Throws the error of one
 * server when none can be used, as `moreTelling` chooses it. A connection that breaks is reported by its next query.
 */
export async function openClient(url: string, options: pg.ClientConfig): Promise<pg.Client> {
  const servers = chooseServer(url);
  let failure: unknown;
  for (const connectionString of servers.urls) {
    const client = new pg.Client({ ...options, connectionString });
    // Without a listener, a broken connection would end the process.
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requireUsable(client, servers);
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

/**
 * Throws when a new connection cannot be used: when its server accepts no writes, because it is a standby or is set to
 * read only; or when it has not the role that the database URL sets, because a pooler ignores `options`.
 */
export async function requireUsable(client: pg.ClientBase, servers: Pick<DatabaseServers, 'mustWrite' | 'role'>) {
  const { mustWrite, role } = servers;
  if (!mustWrite && role === null) return;
  const { rows } = await client.query<{ isReadOnly: boolean; role: string }>(
    `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only') = 'on' AS "isReadOnly",
       current_setting('role') AS role`,
  );
  const [found] = rows;
  if (mustWrite && found?.isReadOnly !== false)
    throw new Error('The PostgreSQL server accepts no writes. It is a standby.');
  if (role === null || found?.role === role) return;
  throw new FramemillError(
    'not_configured',
    `DATABASE_URL sets the role "${role}", but its connections have the role "${found?.role}": a pooler such as ` +
      'PgBouncer ignores "options". Remove "options" from DATABASE_URL, and set the role in PostgreSQL: ' +
      'ALTER ROLE <user of DATABASE_URL> SET role = ...',
  );
}
