import { defaultPlans } from '@framemill/scheduler';
import { type NodeLease, readLeases } from '@framemill/scheduler/protocol';
import type { ChaosStack } from '../stack/chaos-stack.ts';

/** What was seen while renders were under way. */
export interface Samples {
  readonly count: number;
  /** Looks that could not be taken because a service was away. */
  readonly missed: number;
  /** Samples in which an account had more renders under way than its plan allows, described. */
  readonly overPlan: readonly string[];
  /** Most renders under way at once, and most jobs in leases. */
  readonly mostRenders: number;
  readonly mostJobs: number;
  /** Jobs that leases named and the ledger did not know. */
  readonly unknownJobs: readonly string[];
}

/** Takes samples of the farm while a scenario runs. */
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

/** Looks at accounts and leases five times a second until stopped. */
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

/** Ids of the jobs for renders that the nodes say they run. */
export function rangesOf(leases: readonly NodeLease[]): string[] {
  return leases.flatMap(({ running }) => running.map(({ jobId }) => jobId)).filter((jobId) => jobId.startsWith('c_'));
}

async function notInLedger(stack: ChaosStack, jobIds: readonly string[]): Promise<string[]> {
  if (jobIds.length === 0) return [];
  const where = { jobId: { in: [...jobIds] } };
  const known = await stack.database.client.attempt.findMany({ where, select: { jobId: true } });
  return jobIds.filter((jobId) => !known.some((attempt) => attempt.jobId === jobId));
}
