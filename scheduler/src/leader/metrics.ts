import { formats } from '@framemill/compositor/formats';
import { allAccounts, type Database, type Metrics, readTotals, totalKinds } from '@framemill/infra';
import type { Plans } from '../plans/index.ts';
import { desiredNodes } from '../policy/capacity.ts';
import { crowdingByPlan, watchCrowding } from '../policy/crowding.ts';
import { pools } from '../protocol/index.ts';
import { sweepTimes } from '../retention/sweep-store.ts';
import { activeStatuses, type LeaderContext } from './context.ts';
import { type ReadyRow, readyTasks } from './ready-tasks.ts';

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
  for (const kind of totalKinds) metrics.totalsRepaired.inc({ kind }, 0);
}

const rangeStates = ['ready', 'released', 'running'] as const;

/** Dispatched task that has not ended. */
interface ReleasedRow {
  kind: string;
  frames: number;
  renderId: string;
  accountId: string;
  pool: string;
  /** Ids of the jobs that work for the task. */
  jobIds: string[];
}

/**
 * Sets the gauges of the queue and the farm: renders, nodes, slots, ranges, desired nodes, accounts with work, and the
 * largest share of slots that one account of each plan uses while others wait.
 */
export async function reportMetrics(leader: LeaderContext, nowMs: number): Promise<void> {
  await countRenders(leader, nowMs);
  const released = await leader.database.client.$queryRaw<ReleasedRow[]>`
    SELECT t.kind, t.frames, t."renderId", r."accountId", r.pool,
      ARRAY(SELECT a."jobId" FROM "Attempt" a WHERE a."taskId" = t.id AND a.outcome = 'running') AS "jobIds"
    FROM "Task" t JOIN "Render" r ON r.id = t."renderId"
    WHERE t.status = 'RELEASED' AND r.status IN ('PENDING', 'PROCESSING')`;
  const ready = await readyTasks(leader);
  reportRanges(leader, ready, released);
  reportAccounts(leader, ready, released);
  await reportCrowding(leader, nowMs, ready, released);
}

function jobsOnNodes({ memory }: LeaderContext): Set<string> {
  return new Set(memory.leases.flatMap((lease) => lease.running.map(({ jobId }) => jobId)));
}

function reportRanges(leader: LeaderContext, ready: readonly ReadyRow[], released: readonly ReleasedRow[]): void {
  const { metrics, memory } = leader;
  const onNodes = jobsOnNodes(leader);
  const ranges = [
    ...ready.map((task) => ({ ...task, state: 'ready' })),
    ...released.map((task) => ({ ...task, state: task.jobIds.some((id) => onNodes.has(id)) ? 'running' : 'released' })),
  ].filter(({ kind }) => kind === 'frames');
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
      metrics.ranges.set({ pool, state }, rows.filter((row) => row.state === state).length);
    }
    const open = rows.map(({ frames, renderId }) => ({ frames, msPerFrame: memory.msPerFrame.get(renderId) ?? null }));
    metrics.desiredNodes.set({ pool }, desiredNodes({ open, slots, nodes: serving.length }));
  }
}

/** Interval in ms at which renders are counted. The count reads an index of all active renders. */
const countEveryMs = 10_000;

async function countRenders({ database, metrics, memory }: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - memory.rendersCountedMs < countEveryMs) return;
  memory.rendersCountedMs = nowMs;
  const byStatus = await database.client.render.groupBy({
    by: ['status'],
    where: { status: { in: activeStatuses } },
    _count: true,
  });
  for (const status of activeStatuses) {
    const count = byStatus.find((row) => row.status === status)?._count ?? 0;
    metrics.rendersInProgress.set({ status: status.toLowerCase() }, count);
  }
}

// Accounts are served when a part of their work is dispatched, and wait otherwise.
function reportAccounts(
  { metrics }: LeaderContext,
  ready: readonly ReadyRow[],
  released: readonly ReleasedRow[],
): void {
  const served = new Set(released.map(({ accountId }) => accountId));
  const waiting = new Set(ready.map(({ accountId }) => accountId)).difference(served);
  metrics.accounts.set({ state: 'served' }, served.size);
  metrics.accounts.set({ state: 'waiting' }, waiting.size);
}

// Logs the account with the largest share of slots when the share is high enough for an alert.
async function reportCrowding(
  leader: LeaderContext,
  nowMs: number,
  ready: readonly ReadyRow[],
  released: readonly ReleasedRow[],
): Promise<void> {
  const { database, memory, metrics, log } = leader;
  const onNodes = jobsOnNodes(leader);
  const held = new Map<string, number>();
  const keyOf = (pool: string, accountId: string) => `${pool}/${accountId}`;
  for (const { pool, accountId } of ready) held.set(keyOf(pool, accountId), 0);
  for (const { pool, accountId, jobIds } of released) {
    const key = keyOf(pool, accountId);
    held.set(key, (held.get(key) ?? 0) + jobIds.filter((id) => onNodes.has(id)).length);
  }
  const uses = [...held].map(([key, count]) => {
    const [pool = '', accountId = ''] = key.split('/');
    return { accountId, pool, held: count };
  });
  // An account with a single slot does not crowd others, so its plan does not matter.
  const owners = await database.client.account.findMany({
    where: { id: { in: uses.filter((use) => use.held > 1).map(({ accountId }) => accountId) } },
    select: { id: true, plan: true },
  });
  const plans = new Map(owners.map(({ id, plan }) => [id, plan]));
  const serving = memory.leases.filter((lease) => !lease.draining);
  const slots = new Map<string, number>(
    pools.map((pool) => {
      const members = serving.filter((lease) => lease.engines[pool] !== undefined);
      return [pool, members.reduce((sum, lease) => sum + lease.slots, 0)];
    }),
  );
  const worst = crowdingByPlan(
    slots,
    uses.map((use) => ({ ...use, plan: plans.get(use.accountId) ?? '' })),
  );
  for (const { id: plan } of leader.plans.list) {
    const crowding = worst.get(plan);
    metrics.accountShare.set({ plan }, crowding?.share ?? 0);
    const { watch, tell } = watchCrowding(memory.crowding.get(plan), crowding?.share ?? 0, nowMs);
    if (watch === undefined) memory.crowding.delete(plan);
    else memory.crowding.set(plan, watch);
    if (tell) log.warn({ ...crowding }, 'an account crowds others out');
  }
}

/**
 * Sets the gauge of stored bytes by kind. It counts objects that the database lists, so orphans are not included.
 */
export async function reportStorage({ database, metrics }: LeaderContext): Promise<void> {
  const { media, segments, films } = await readTotals(database.client, allAccounts, ['media', 'segments', 'films']);
  metrics.storedBytes.set({ kind: 'uploads' }, media.amount);
  metrics.storedBytes.set({ kind: 'segments' }, segments.amount);
  metrics.storedBytes.set({ kind: 'exports' }, films.amount);
}

/** Sets the gauge of the age of the oldest event that waits in the outbox. */
export async function reportOutbox({ database, metrics }: LeaderContext, nowMs: number): Promise<void> {
  metrics.outboxAgeSeconds.set(await outboxAgeSec(database, nowMs));
}

/** Returns the age of the oldest event that waits in the outbox, in seconds; 0 when none waits. */
export async function outboxAgeSec(database: Database, nowMs: number): Promise<number> {
  const oldest = await database.client.outboxEvent.findFirst({
    where: { consumedAt: null },
    orderBy: { id: 'asc' },
    select: { createdAt: true },
  });
  return oldest === null ? 0 : Math.max(0, nowMs - oldest.createdAt.getTime()) / 1_000;
}

/** Time in ms after which a render in progress counts as lost when nothing works on it. */
const lostAfterMs = 15 * 60_000;
/** Interval in ms at which lost renders are counted. The count reads all active renders. */
const lostEveryMs = 60_000;

/** Sets the gauge of lost renders: see `countLostRenders`. */
export async function reportLost({ database, metrics, memory }: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - memory.lostCountedMs < lostEveryMs) return;
  memory.lostCountedMs = nowMs;
  metrics.rendersLost.set(await countLostRenders(database, nowMs));
}

/**
 * Returns the number of lost renders: renders in progress that no open task or measurement belongs to, and whose row
 * has not changed for `lostAfterMs`. Renders that wait for a node (`waiting`) or for another output (`held`, `outputs`)
 * are not lost.
 */
export async function countLostRenders(database: Database, nowMs: number): Promise<number> {
  const [row] = await database.client.$queryRaw<{ lost: bigint }[]>`
    SELECT count(*) AS lost FROM "Render" r
    WHERE r.status = ANY(${activeStatuses}) AND r."updatedAt" <= ${new Date(nowMs - lostAfterMs)}::timestamp
      AND r.stage NOT IN ('held', 'waiting', 'outputs')
      AND NOT EXISTS (SELECT 1 FROM "Task" t WHERE t."renderId" = r.id AND t.status IN ('READY', 'RELEASED'))
      AND NOT EXISTS (SELECT 1 FROM "RenderReport" p WHERE p."renderId" = r.id AND p.status = 'PENDING')`;
  return Number(row?.lost ?? 0);
}

/** Interval of `reportRedisMemory` in ms. */
const redisEveryMs = 15_000;

/** Sets the gauges of the memory of Redis, at most every 15 s. */
export async function reportRedisMemory({ redis, memory, metrics }: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - memory.redisReportedMs < redisEveryMs) return;
  memory.redisReportedMs = nowMs;
  const info = await redis.info('memory');
  const figure = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  metrics.redisMemoryBytes.set({ state: 'used' }, figure('used_memory'));
  metrics.redisMemoryBytes.set({ state: 'limit' }, figure('maxmemory') || figure('total_system_memory'));
}

/** Sets the gauge of the time at which each part of the sweep last succeeded, in any process. */
export async function reportSweep({ database, metrics }: Pick<LeaderContext, 'database' | 'metrics'>): Promise<void> {
  for (const { name, endedAt } of await sweepTimes(database)) {
    metrics.sweepSucceeded.set({ part: name }, endedAt.getTime() / 1_000);
  }
}
