import { FramemillError } from '@framemill/timeline';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import {
  type AuditLine,
  checkEnds,
  checkLedger,
  checkLeftovers,
  checkObjects,
  checkQueues,
  checkSegments,
  firstOf,
} from './checks.ts';
import type { Samples } from './sampler.ts';

/**
 * Audits a stack without active renders. Checks that the database agrees with the nodes' leases (the states that nodes
 * publish in Redis), that no sample exceeds the limits of a plan, that failed renders have a reason and a refund, and
 * that every segment has one artifact. Also checks that no objects, jobs, processes or scratch folders are left over.
 * Changes nothing, except that it runs the garbage collection. Throws `invalid_request` while renders are active.
 */
export async function audit(stack: ChaosStack, samples: Samples): Promise<AuditLine[]> {
  const active = await stack.database.client.render.count({ where: { status: { in: ['PENDING', 'PROCESSING'] } } });
  if (active > 0)
    throw new FramemillError(
      'invalid_request',
      `${active} renders are still active. Start the audit after all renders have ended.`,
    );
  return [
    await checkLedger(stack),
    checkPlans(samples),
    await checkEnds(stack),
    await checkSegments(stack),
    await checkObjects(stack),
    await checkQueues(stack),
    ...(await checkLeftovers(stack)),
  ];
}

function checkPlans({ count, missed, overPlan, unknownJobs, mostRenders }: Samples): AuditLine {
  const faults = [...overPlan, ...unknownJobs.map((jobId) => `${jobId} is in no ledger`)];
  return {
    check: 'at every sample: renders of an account <= its plan, jobs in leases known to the ledger',
    found:
      `${faults.length} faults in ${count} samples (${missed} while a service was away), ` +
      `at most ${mostRenders} renders at once${firstOf(faults)}`,
    ok: faults.length === 0 && count > 0,
  };
}
