import { formats } from '@framemill/compositor/formats';
import { type Metrics, Prisma } from '@framemill/infra';
import type { Plans } from '../plans/index.ts';
import { desiredNodes } from '../policy/capacity.ts';
import { crowdingByPlan, watchCrowding } from '../policy/crowding.ts';
import { pools } from '../protocol/index.ts';
import { sweepTimes } from '../retention/sweep-store.ts';
import { activeStatuses, type LeaderContext } from './context.ts';

const outcomes = ['completed', 'failed'] as const;

/**
 * Sets to 0 the counters from which dashboards compute ratios. Without this, the first value of a counter would be 1,
 * and Prometheus sees no increase in a series that begins with 1.
 */
export function beginCounters(metrics: Metrics, plans: Plans): void {
  for (const { id: plan } of plans.list) {
    for (const format of formats) {
      for (const outcome of outcomes) metrics.renders.inc({ format, plan, outcome }, 0);
    }
  }
  for (const source of ['cache', 'rendered']) metrics.segments.inc({ source }, 0);
}

const rangeStates = ['ready', 'released', 'running'] as const;

interface RangeRow {
  pool: string;
  state: (typeof rangeStates)[number];
  renderId: string;
  ranges: bigint;
  frames: bigint | null;
}

/** Sets the gauges of the queue and the farm: renders, nodes, slots, ranges and desired nodes. */
export async function reportMetrics(leader: LeaderContext): Promise<void> {
  const { metrics, memory } = leader;
  const { client } = leader.database;
  const byStatus = await client.render.groupBy({
    by: ['status'],
    where: { status: { in: activeStatuses } },
    _count: true,
  });
  for (const status of activeStatuses) {
    const count = byStatus.find((row) => row.status === status)?._count ?? 0;
    metrics.rendersInProgress.set({ status: status.toLowerCase() }, count);
  }

  const runningJobs = memory.leases.flatMap((lease) => lease.running.map(({ jobId }) => jobId));
  const ranges = await client.$queryRaw<RangeRow[]>`
    SELECT r.pool, t."renderId", count(*) AS ranges, sum(t.frames) AS frames,
      CASE WHEN t.status = 'READY' THEN 'ready'
        WHEN EXISTS (SELECT 1 FROM "Attempt" a WHERE a."taskId" = t.id AND a."jobId" = ANY(${runningJobs}))
          THEN 'running'
        ELSE 'released' END AS state
    FROM "Task" t JOIN "Render" r ON r.id = t."renderId"
    WHERE t.kind = 'frames' AND t.status IN ('READY', 'RELEASED') GROUP BY r.pool, t."renderId", state`;
  for (const pool of pools) {
    const members = memory.leases.filter((lease) => lease.engines[pool] !== undefined);
    const serving = members.filter((lease) => !lease.draining);
    const slots = serving.reduce((sum, lease) => sum + lease.slots, 0);
    metrics.nodes.set({ pool, state: 'live' }, serving.length);
    metrics.nodes.set({ pool, state: 'draining' }, members.length - serving.length);
    metrics.slots.set({ pool }, slots);
    metrics.slotsBusy.set(
      { pool },
      serving.reduce((sum, lease) => sum + lease.busy, 0),
    );
    const rows = ranges.filter((row) => row.pool === pool);
    for (const state of rangeStates) {
      const count = rows.reduce((sum, row) => sum + (row.state === state ? Number(row.ranges) : 0), 0);
      metrics.ranges.set({ pool, state }, count);
    }
    const open = rows.map((row) => {
      return { frames: Number(row.frames ?? 0), msPerFrame: memory.msPerFrame.get(row.renderId) ?? null };
    });
    metrics.desiredNodes.set({ pool }, desiredNodes({ open, slots, nodes: serving.length }));
  }
}

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

interface UseRow {
  accountId: string;
  plan: string;
  pool: string;
  held: bigint;
}

/**
 * Sets, for each plan, the gauge of the largest share of slots that one account uses while other accounts wait. Logs
 * the account with this share when it is high enough for an alert.
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

/** Interval of the measurement in ms. */
const everyMs = 60_000;
/** Number of pages of 8 kB of each table that a measurement reads, so that its cost does not grow with the table. */
const sampledPages = 800;

/**
 * Sets the gauge of stored bytes by kind, at most once a minute. It counts objects that the database lists, so orphans
 * are not included. For a table of more than `sampledPages` pages, the figure is estimated from a sample of about so
 * many pages, with a standard error of about 4 %. Every measurement samples the same pages, so the figure is steady.
 */
export async function reportStorage(leader: LeaderContext, nowMs: number): Promise<void> {
  const { memory, metrics } = leader;
  if (nowMs - memory.storageReportedMs < everyMs) return;
  memory.storageReportedMs = nowMs;
  const size = Prisma.sql`sum("sizeBytes")`;
  const exported = Prisma.sql`sum("fileSizeBytes") FILTER (WHERE status = 'COMPLETED' AND NOT test)`;
  metrics.storedBytes.set({ kind: 'uploads' }, await sampledSum(leader, '"Media"', size));
  metrics.storedBytes.set({ kind: 'segments' }, await sampledSum(leader, '"Artifact"', size));
  metrics.storedBytes.set({ kind: 'exports' }, await sampledSum(leader, '"Render"', exported));
}

/** Returns the aggregate `sum` over a table, or an estimate of it from a sample of pages: see `reportStorage`. */
async function sampledSum({ database }: LeaderContext, table: string, sum: Prisma.Sql): Promise<number> {
  const [row] = await database.client.$queryRaw<{ bytes: number | null }[]>`
    WITH share AS (SELECT least(1, ${sampledPages} * 8192.0 / greatest(pg_relation_size(${table}), 1)) AS read)
    SELECT (${sum} / (SELECT read FROM share))::float8 AS bytes
    FROM ${Prisma.raw(table)} TABLESAMPLE SYSTEM (100 * (SELECT read FROM share)) REPEATABLE (1)`;
  return Math.round(row?.bytes ?? 0);
}

/** Sets the gauge of the time at which each part of the sweep last succeeded, in any process. */
export async function reportSweep({ database, metrics }: Pick<LeaderContext, 'database' | 'metrics'>): Promise<void> {
  for (const { name, endedAt } of await sweepTimes(database)) {
    metrics.sweepSucceeded.set({ part: name }, endedAt.getTime() / 1_000);
  }
}
