import { crowdingByPlan, watchCrowding } from '../policy/crowding.ts';
import { pools } from '../protocol/index.ts';
import { activeStatuses, type LeaderContext } from './context.ts';

interface UseRow {
  accountId: string;
  plan: string;
  pool: string;
  held: bigint;
}

/**
 * Sets, for each plan, the gauge of the largest share of slots that one account holds while others wait. Logs that
 * account while the share is high enough for an alert.
 */
export async function reportCrowding(leader: LeaderContext, nowMs: number): Promise<void> {
  const { database, memory, metrics, log, plans } = leader;
  const running = memory.leases.flatMap((lease) => lease.running.map(({ jobId }) => jobId));
  const rows = await database.client.$queryRaw<UseRow[]>`
    SELECT r."accountId", c.plan, r.pool, count(a.id) AS held
    FROM "Task" t JOIN "Render" r ON r.id = t."renderId" JOIN "Account" c ON c.id = r."accountId"
      LEFT JOIN "Attempt" a ON a."taskId" = t.id AND a.outcome = 'running' AND a."jobId" = ANY(${running})
    WHERE t.status IN ('READY', 'RELEASED') AND r.status = ANY(${activeStatuses})
    GROUP BY r."accountId", c.plan, r.pool`;
  const serving = memory.leases.filter((lease) => !lease.draining);
  const slots = new Map<string, number>(
    pools.map((pool) => {
      const members = serving.filter((lease) => lease.engines[pool] !== undefined);
      return [pool, members.reduce((sum, lease) => sum + lease.slots, 0)];
    }),
  );
  const worst = crowdingByPlan(
    slots,
    rows.map((row) => ({ ...row, held: Number(row.held) })),
  );
  for (const { id: plan } of plans.list) {
    const crowding = worst.get(plan);
    metrics.accountShare.set({ plan }, crowding?.share ?? 0);
    const { watch, tell } = watchCrowding(memory.crowding.get(plan), crowding?.share ?? 0, nowMs);
    if (watch === undefined) memory.crowding.delete(plan);
    else memory.crowding.set(plan, watch);
    if (tell) log.warn({ ...crowding }, 'an account crowds others out');
  }
}
