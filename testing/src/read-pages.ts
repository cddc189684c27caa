import type { Database } from '@framemill/infra';

/**
 * Returns the number of pages (8 kB) of tables and indexes that a database client reads or writes while `work` runs.
 * Cached pages count as well; the pages of system catalogs do not. Nothing else may use the database meanwhile, because
 * PostgreSQL sums up all connections. The client must have a single connection (`poolSize` 1), which publishes its
 * counts.
 */
export async function pagesDuring(database: Pick<Database, 'client'>, work: () => Promise<unknown>): Promise<number> {
  const before = await pagesSoFar(database);
  await work();
  return (await pagesSoFar(database)) - before;
}

async function pagesSoFar({ client }: Pick<Database, 'client'>): Promise<number> {
  // A connection publishes its counts after a while only.
  await client.$executeRaw`SELECT pg_stat_force_next_flush()`;
  const [row] = await client.$queryRaw<{ pages: number }[]>`
    SELECT sum(heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0)
      + coalesce(toast_blks_read + toast_blks_hit + tidx_blks_read + tidx_blks_hit, 0))::float8 AS pages
    FROM pg_statio_user_tables`;
  return row?.pages ?? 0;
}
