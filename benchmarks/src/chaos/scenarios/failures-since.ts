import type { ChaosStack } from '../stack/chaos-stack.ts';

/** What the scheduler has counted against work and files since a moment. */
export interface CountedFailures {
  /** Attempts that count as failures of the work itself. */
  readonly failures: number;
  /** Files that a failure was counted against, and those of them in quarantine. */
  readonly blamed: number;
  readonly quarantined: number;
}

/** Failures and files that were found at fault since a moment. */
export async function failuresSince({ database: { client } }: ChaosStack, since: Date): Promise<CountedFailures> {
  const where = { render: { createdAt: { gte: since } } };
  const { _sum } = await client.task.aggregate({ where, _sum: { failures: true } });
  const blamed = await client.mediaFault.findMany({ where: { updatedAt: { gte: since } } });
  return {
    failures: _sum.failures ?? 0,
    blamed: blamed.length,
    quarantined: blamed.filter(({ quarantinedAt }) => quarantinedAt !== null).length,
  };
}
