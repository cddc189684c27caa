import type { ChaosStack } from '../stack/chaos-stack.ts';

/** What the scheduler has counted against work and files since a moment. */
export interface CountedFailures {
  /** Attempts that count as failures of the work itself. */
  readonly failures: number;
  /** Files that a failure was counted against, and those of them in quarantine. */
  readonly faulty: number;
  readonly quarantined: number;
}

/** Failures and files that were found at fault since a moment. */
export async function failuresSince({ database: { client } }: ChaosStack, since: Date): Promise<CountedFailures> {
  const where = { render: { createdAt: { gte: since } } };
  const { _sum } = await client.task.aggregate({ where, _sum: { failures: true } });
  const faulty = await client.mediaFault.findMany({ where: { updatedAt: { gte: since } } });
  return {
    failures: _sum.failures ?? 0,
    faulty: faulty.length,
    quarantined: faulty.filter(({ quarantinedAt }) => quarantinedAt !== null).length,
  };
}
