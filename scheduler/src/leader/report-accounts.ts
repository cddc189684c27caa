import type { LeaderContext } from './context.ts';

/** Sets the gauge of accounts with work for the farm: those with dispatched work, and those with waiting work only. */
export async function reportAccounts(leader: LeaderContext): Promise<void> {
  const [row] = await leader.database.client.$queryRaw<{ served: bigint; waiting: bigint }[]>`
    SELECT count(*) FILTER (WHERE has_running) AS served, count(*) FILTER (WHERE NOT has_running) AS waiting
    FROM (
      SELECT bool_or(t.status = 'RELEASED') AS has_running
      FROM "Task" t JOIN "Render" r ON r.id = t."renderId"
      WHERE t.status IN ('READY', 'RELEASED') AND r.status IN ('PENDING', 'PROCESSING')
      GROUP BY r."accountId"
    ) accounts`;
  leader.metrics.accounts.set({ state: 'served' }, Number(row?.served ?? 0));
  leader.metrics.accounts.set({ state: 'waiting' }, Number(row?.waiting ?? 0));
}
