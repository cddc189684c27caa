import type { Database } from '@framemill/infra';

/** How many connections to this suite's database wait for a lock. */
export async function waitingForLocks(client: Database['client']): Promise<number> {
  const [row] = await client.$queryRaw<{ waiting: number }[]>`
    SELECT COUNT(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return row?.waiting ?? 0;
}
