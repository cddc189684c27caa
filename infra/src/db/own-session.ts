import { FramemillError } from '@framemill/timeline/errors';
import type pg from 'pg';
import { connectPostgres, type WaitLog } from './connection.ts';

/** Number of comparisons of sessions. A pooler with other clients may by chance give the same session again. */
const comparisons = 10;

/**
 * Throws `not_configured` when a pooler such as PgBouncer gives the transactions of one connection different sessions
 * (transaction pooling). A lock or a LISTEN would then belong to a session that other connections use too. Poolers that
 * keep the session of a connection are accepted. Throws as `connectPostgres` does when the database is away.
 */
export async function requireOwnSession(url: string, log?: WaitLog): Promise<void> {
  const client = await connectPostgres(url, { query_timeout: 10_000 }, log);
  try {
    await requireSessionOf(client, url);
  } finally {
    await client.end();
  }
}

/** Checks an open connection to `url` as `requireOwnSession` does. A direct connection costs one query. */
export async function requireSessionOf(client: pg.Client, url: string): Promise<void> {
  // A pooler sends its clients an id of its own; without one, it is that of the server's process.
  if ((await sessionOf(client)) === Object(client).processID) return;
  const second = await connectPostgres(url, { query_timeout: 10_000 }).catch(() => null);
  // A pooler that has no second session keeps the first one.
  if (second === null) return;
  try {
    for (let compared = 0; compared < comparisons; compared += 1) {
      const before = await sessionOf(client);
      await second.query('BEGIN');
      const other = await sessionOf(second);
      const after = await sessionOf(client);
      await second.query('ROLLBACK');
      if (other !== before && before === after) continue;
      throw new FramemillError(
        'not_configured',
        'DATABASE_URL leads to a pooler that shares sessions between connections (transaction pooling). The lock of ' +
          'the scheduler and the migrations need a session of their own. Set DATABASE_DIRECT_URL to the address of ' +
          'PostgreSQL itself.',
      );
    }
  } finally {
    await second.end();
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]?.pid;
}
