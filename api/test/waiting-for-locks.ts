import type { Database } from '@framemill/infra';

/** Returns the number of connections to this suite's database that wait for a lock. */
export async function waitingForLocks(client: Database['client']): Promise<number> {
  const [row] = await client.$queryRaw<{ waiting: number }[]>`
    SELECT COUNT(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}
