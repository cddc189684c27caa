import { type Database, type Redis, readTotals } from '@framemill/infra';
import type { Plan } from '@framemill/scheduler';
import { readLeases } from '@framemill/scheduler/protocol';
import { storageLimitBytes } from '../media/storage.ts';
import { readHeld } from './held-now.ts';

/** Connections from which an account's use is read. */
export interface UseDeps {
  readonly database: Database;
  readonly redis: Redis;
}

interface UsingAccount {
  readonly id: string;
  /** Plan with the account's limits. */
  readonly plan: Plan;
}

/**
 * Function that measures an account's current use of one shared resource. It returns values by name; each name includes
 * the unit. Limits of the plan are values as well, where null means unlimited.
 */
type Resource = (deps: UseDeps, account: UsingAccount) => Promise<Record<string, number | null>>;

/** All shared resources that `accountUse` measures. */
const resources: readonly Resource[] = [
  rendersUnderWay,
  slots,
  ({ redis }, { id }) => readHeld(redis, id),
  stored,
  slotSeconds,
];

/** Reads an account's current use of all shared resources. */
export async function accountUse(deps: UseDeps, account: UsingAccount): Promise<Record<string, number | null>> {
  return Object.assign({}, ...(await Promise.all(resources.map((measure) => measure(deps, account)))));
}

async function rendersUnderWay({ database }: UseDeps, { id, plan }: UsingAccount) {
  const where = { accountId: id, status: { in: ['PENDING', 'PROCESSING'] }, test: false, parentId: null };
  return { renders: await database.client.render.count({ where }), rendersLimit: plan.concurrentRenders };
}

/**
 * Counts an account's jobs: those on nodes (`slots`, out of `slotsOfFarm`), those in queues, and those not yet
 * dispatched by the scheduler.
 */
async function slots({ database: { client }, redis }: UseDeps, { id }: UsingAccount) {
  const leases = await readLeases(redis);
  const running = new Set(leases.flatMap((lease) => lease.running.map(({ jobId }) => jobId)));
  const render = { accountId: id, status: { in: ['PENDING', 'PROCESSING'] } };
  const attempts = await client.attempt.findMany({
    where: { outcome: 'running', task: { render: { accountId: id } } },
    select: { jobId: true },
  });
  const held = attempts.filter(({ jobId }) => running.has(jobId)).length;
  return {
    slots: held,
    slotsOfFarm: leases.reduce((sum, lease) => sum + (lease.draining ? 0 : lease.slots), 0),
    jobsQueued: attempts.length - held,
    jobsWaiting: await client.task.count({ where: { status: 'READY', render } }),
    ingestsWaiting: await client.ingest.count({ where: { status: 'PENDING', media: { accountId: id } } }),
  };
}

/**
 * Reads how many bytes an account stores. `mediaBytes` count against the plan; `segmentBytes` are cached segments that
 * speed up re-rendering.
 */
async function stored({ database }: UseDeps, { id, plan }: UsingAccount) {
  const { media, segments } = await readTotals(database.client, id, ['media', 'segments']);
  return { mediaBytes: media.amount, mediaBytesLimit: storageLimitBytes(plan), segmentBytes: segments.amount };
}

/**
 * Sums the time, in seconds, that an account's jobs ran on nodes in the last hour and the last day.
 * Each attempt at a job counts from its dispatch, failed attempts included.
 */
async function slotSeconds({ database }: UseDeps, { id }: UsingAccount) {
  const now = new Date();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const [row] = await database.client.$queryRaw<{ hour: number; day: number }[]>`
    SELECT
      coalesce(sum(greatest(0, extract(epoch FROM ended - greatest(started, ${hourAgo}::timestamp)))), 0)::float8
        AS hour,
      coalesce(sum(greatest(0, extract(epoch FROM ended - greatest(started, ${dayAgo}::timestamp)))), 0)::float8
        AS day
    FROM (
      SELECT a."startedAt" AS started, coalesce(a."endedAt", ${now}::timestamp) AS ended
      FROM "Render" r JOIN "Task" t ON t."renderId" = r.id JOIN "Attempt" a ON a."taskId" = t.id
      WHERE r."accountId" = ${id} AND (r."completedAt" IS NULL OR r."completedAt" >= ${dayAgo}::timestamp)
    ) attempts`;
  const rounded = (seconds = 0) => Math.round(seconds * 10) / 10;
  return { slotSecondsLastHour: rounded(row?.hour), slotSecondsLastDay: rounded(row?.day) };
}
