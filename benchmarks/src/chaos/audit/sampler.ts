import { defaultPlans } from '@framemill/scheduler';
import { type NodeLease, readLeases } from '@framemill/scheduler/protocol';
import type { ChaosStack } from '../stack/chaos-stack.ts';

/** Samples taken while renders were active. */
export interface Samples {
  readonly count: number;
  /** Number of samples that failed because a service was unavailable. */
  readonly missed: number;
  /** Descriptions of samples in which an account had more active renders than its plan allows. */
  readonly overPlan: readonly string[];
  /** Maximum number of simultaneously active renders; `mostJobs` is the maximum number of jobs in leases. */
  readonly mostRenders: number;
  readonly mostJobs: number;
  /** Ids of jobs that leases contained but the ledger (the database's record of all work) did not. */
  readonly unknownJobs: readonly string[];
}

/** Sampler that records the farm's state while a scenario runs. */
export interface Sampler {
  samples(): Samples;
  stop(): Promise<void>;
}

interface PlanRow {
  accountId: string;
  plan: string;
  renders: bigint;
}

const everyMs = 200;

/**
 * Samples the active renders and the leases (states that nodes publish in Redis) five times a second. Returns the
 * sampler, with which the sampling is stopped.
 */
export function startSampler(stack: ChaosStack): Sampler {
  const overPlan = new Set<string>();
  const unknownJobs = new Set<string>();
  let count = 0;
  let missed = 0;
  let mostRenders = 0;
  let mostJobs = 0;
  let looking: Promise<void> | null = null;

  const look = async () => {
    const rows = await underWay(stack);
    const leases = await readLeases(stack.redis);
    const jobs = rangesOf(leases);
    for (const { accountId, plan, renders } of rows) {
      const { concurrentRenders } = defaultPlans.find(plan);
      if (concurrentRenders !== null && Number(renders) > concurrentRenders)
        overPlan.add(`${accountId}: ${renders} of ${concurrentRenders}`);
    }
    mostRenders = Math.max(
      mostRenders,
      rows.reduce((sum, { renders }) => sum + Number(renders), 0),
    );
    mostJobs = Math.max(mostJobs, jobs.length);
    for (const jobId of await notInLedger(stack, jobs)) unknownJobs.add(jobId);
    count += 1;
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {
        missed += 1;
      })
      .finally(() => {
        looking = null;
      });
  }, everyMs);
  return {
    samples: () => ({ count, missed, mostRenders, mostJobs, overPlan: [...overPlan], unknownJobs: [...unknownJobs] }),
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}

function underWay(stack: ChaosStack): Promise<PlanRow[]> {
  return stack.database.client.$queryRaw<PlanRow[]>`
    SELECT r."accountId", a.plan, count(*) AS renders
    FROM "Render" r JOIN "Account" a ON a.id = r."accountId"
    WHERE r.status IN ('PENDING', 'PROCESSING') GROUP BY r."accountId", a.plan`;
}

/**
 * Returns the ids of the render jobs that nodes list as running in their leases (the states that they publish in
 * Redis).
 */
export function rangesOf(leases: readonly NodeLease[]): string[] {
  return leases.flatMap(({ running }) => running.map(({ jobId }) => jobId)).filter((jobId) => jobId.startsWith('c_'));
}

async function notInLedger(stack: ChaosStack, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return [];
  const where = { jobId: { in: [...jobIds] } };
  const known = await stack.database.client.attempt.findMany({ where, select: { jobId: true } });
  return jobIds.filter((jobId) => !known.some((attempt) => attempt.jobId === jobId));
}
