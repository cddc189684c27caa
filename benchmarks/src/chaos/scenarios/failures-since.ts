import type { ChaosStack } from '../stack/chaos-stack.ts';

/** Failures that the scheduler has counted since a moment. */
export interface CountedFailures {
  /** Number of attempts counted as failures of the work itself. */
  readonly failures: number;
  /** Number of media files with a counted failure (`faulty`), and of those in quarantine (`quarantined`). */
  readonly faulty: number;
  readonly quarantined: number;
}

/** Returns the failures and the faulty media files counted since a moment. */
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
