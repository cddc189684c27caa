import type { Database, Redis } from '@framemill/infra';
import type { Plan } from '@framemill/scheduler';
import { readLeases } from '@framemill/scheduler/protocol';
import { storageLimitBytes, storedBytes } from '../media/storage.ts';
import { readHeld } from './held-now.ts';

/** What it takes to read what an account uses. */
export interface UseDeps {
  readonly database: Database;
  readonly redis: Redis;
}

interface UsingAccount {
  readonly id: string;
  /** What it may do. */
  readonly plan: Plan;
}

/** One resource that accounts share: what an account has of it now, by name with the unit, and its limit where the plan has one. */
type Resource = (deps: UseDeps, account: UsingAccount) => Promise<Record<string, number | null>>;

/** Every shared resource, one line each. */
const resources: readonly Resource[] = [
  rendersUnderWay,
  slots,
  ({ redis }, { id }) => readHeld(redis, id),
  stored,
  slotSeconds,
];

/** What an account uses now of everything that accounts share. */
export async function accountUse(deps: UseDeps, account: UsingAccount): Promise<Record<string, number | null>> {
  return Object.assign({}, ...(await Promise.all(resources.map((measure) => measure(deps, account)))));
}

async function rendersUnderWay({ database }: UseDeps, { id, plan }: UsingAccount) {
  const where = { accountId: id, status: { in: ['PENDING', 'PROCESSING'] }, test: false, parentId: null };
  return { renders: await database.client.render.count({ where }), rendersLimit: plan.concurrentRenders };
}

/** Jobs that nodes hold (`slots`, of `slotsOfFarm`), that are in a queue, and that the scheduler has not given out. */
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

/** `mediaBytes` count against the plan; `segmentBytes` are kept so that edits render quickly. */
async function stored({ database }: UseDeps, { id, plan }: UsingAccount) {
  const { _sum } = await database.client.artifact.aggregate({ where: { accountId: id }, _sum: { sizeBytes: true } });
  return {
    mediaBytes: await storedBytes({ database }, id),
    mediaBytesLimit: storageLimitBytes(plan),
    segmentBytes: Number(_sum.sizeBytes ?? 0),
  };
}

/** Seconds that attempts of its renders took since an hour and a day ago, from the moment they were given out; also those that failed. */
async function slotSeconds({ database }: UseDeps, { id }: UsingAccount) {
  const now = new Date();
  const hourAgo = new Date(now.getTime() - 3_600_000);
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const [row] = await database.client.$queryRaw<{ hour: number; day: number }[]>`
    SELECT
      coalesce(sum(greatest(0, extract(epoch FROM ended - greatest(started, ${hourAgo}::timestamp)))), 0)::float8 AS hour,
      coalesce(sum(greatest(0, extract(epoch FROM ended - greatest(started, ${dayAgo}::timestamp)))), 0)::float8 AS day
    FROM (
      SELECT a."startedAt" AS started, coalesce(a."endedAt", ${now}::timestamp) AS ended
      FROM "Render" r JOIN "Task" t ON t."renderId" = r.id JOIN "Attempt" a ON a."taskId" = t.id
      WHERE r."accountId" = ${id} AND (r."completedAt" IS NULL OR r."completedAt" >= ${dayAgo}::timestamp)
    ) attempts`;
  const rounded = (seconds = 0) => Math.round(seconds * 10) / 10;
  return { slotSecondsLastHour: rounded(row?.hour), slotSecondsLastDay: rounded(row?.day) };
}
