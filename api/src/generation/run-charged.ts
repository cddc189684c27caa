import type { Database, Logger, Metrics } from '@framemill/infra';
import type { Plans } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { Caller } from '../auth/caller.ts';
import { inAccountOrder } from '../turns/account-turns.ts';
import {
  beginGeneration,
  completeGeneration,
  failGeneration,
  type GenerationJob,
  type GenerationResult,
  LEASE_MS,
  type NewGeneration,
  renewLease,
} from './generation-job.ts';

/** Services that charged calls use. */
export interface ChargedDeps {
  database: Database;
  plans: Plans;
  log: Logger;
  metrics: Pick<Metrics, 'creditsCharged'>;
}

/** Cost of a charged call as API responses show it. */
export interface CreditsSpent {
  charged: number;
  remaining: number;
}

/**
 * Charges a call, runs `work`, and returns the result of `work` and the cost.
 * When `work` throws, the charge is refunded before the error is rethrown. When the result has `isFree`, the charge is
 * refunded as well. `signal` is aborted when another process has ended the job, because this process did not renew the
 * job's lease (its claim on the job) in time. The result of `work` is then discarded.
 */
export async function runCharged<T extends GenerationResult>(
  deps: ChargedDeps,
  caller: Caller,
  call: NewGeneration,
  work: (job: GenerationJob, signal: AbortSignal) => Promise<T>,
): Promise<{ result: T; credits: CreditsSpent }> {
  const job = await beginGeneration(deps, caller, call);
  const lost = new AbortController();
  const renewal = setInterval(() => {
    renewLease(deps.database, job.id)
      .then((isOurs) => isOurs || lost.abort())
      .catch((error: unknown) =>
        deps.log.warn({ err: error, job: job.id }, 'the lease of a charged call was not renewed'),
      );
  }, LEASE_MS / 4);
  try {
    const result = await work(job, lost.signal);
    if (!(await completeGeneration(deps.database, job.id, result))) {
      // The charge was refunded, so delete what the job stored afterwards as well.
      await deps.database.client.media.deleteMany({ where: { generationId: job.id } });
      throw tookTooLong();
    }
    const charged = result.isFree === true ? 0 : call.credits;
    deps.metrics.creditsCharged.inc({ kind: call.kind, provider: result.provider }, charged);
    return { result, credits: { charged, remaining: job.remaining + call.credits - charged } };
  } catch (error) {
    const reason = error instanceof FramemillError ? error.message : 'The service failed.';
    await inAccountOrder(job.accountId, () => failGeneration(deps.database, job.id, reason));
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

function tookTooLong(): FramemillError {
  return new FramemillError('provider_error', 'The call was interrupted. Its credits were given back; try again.');
}
