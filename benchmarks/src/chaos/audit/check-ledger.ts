import { readLeases } from '@framemill/scheduler/protocol';
import { until } from '../../measure/until.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { AuditLine } from './audit-line.ts';
import { rangesOf } from './sampler.ts';

/**
 * Time limit for the ledger to become consistent, in ms. It is longer than a lease lives and a lost attempt takes to be
 * noticed.
 */
const reconcileMs = 20_000;

/**
 * Checks that the attempts running according to the ledger are those in leases. Without work there must be none of
 * either.
 */
export async function checkLedger(stack: ChaosStack): Promise<AuditLine> {
  const look = async () => {
    const where = { outcome: 'running' };
    const running = (await stack.database.client.attempt.findMany({ where })).map(({ jobId }) => jobId);
    const leased = rangesOf(await readLeases(stack.redis));
    return { running, leased };
  };
  // Cancelled and superseded attempts may still be stopping when the last render ends.
  const atRest = until('the ledger is at rest', reconcileMs, async () => {
    const { running, leased } = await look();
    return running.length + leased.length === 0;
  });
  await atRest.catch(() => undefined);
  const { running, leased } = await look();
  const unequal = [...running.filter((id) => !leased.includes(id)), ...leased.filter((id) => !running.includes(id))];
  return {
    check: 'running attempts = jobs in leases',
    found: `${running.length} attempts, ${leased.length} jobs, ${unequal.length} without their other half`,
    ok: running.length === 0 && unequal.length === 0,
  };
}
