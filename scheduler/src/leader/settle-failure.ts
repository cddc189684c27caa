import type { Prisma } from '@framemill/infra';
import type { JobFailure } from '../protocol/index.ts';
import { type AttemptOutcome, type AttemptRow, endAttempt, forgetAttempt, makeReady } from './attempts.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { judgeOom, noteOom } from './count-oom.ts';
import { afterFailure, markFailed } from './fail-render.ts';
import { noteFault } from './note-fault.ts';

/** Failures of its own after which a task, and with it the render, is given up. */
export const maxOwnFailures = 3;

const outcomes: Record<JobFailure['kind'], AttemptOutcome> = {
  failed: 'failed',
  fatal: 'failed',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
};

/**
 * Takes a failed attempt into the books: tried again, up to `maxOwnFailures` when the work itself failed and without
 * limit when its node gave it back. A fatal failure ends the render at once, a poisoned file all renders that show it.
 * Idempotent.
 */
export async function settleFailure(leader: LeaderContext, attempt: AttemptRow, told: JobFailure): Promise<void> {
  const read = (await lossOf(leader, told)) ?? told;
  const { task } = attempt;
  const ended = await fenced(leader, async (tx) => {
    const failure = await judgeOom(tx, attempt, read);
    const outcome = outcomes[failure.kind];
    const details = { nodeId: failure.nodeId ?? null, error: failure.message };
    if (!(await endAttempt(tx, attempt, outcome, details))) return null;
    await noteOom(tx, attempt, failure);
    if (outcome !== 'failed') {
      await makeReady(tx, attempt);
      return { failure, outcome, failed: [] };
    }
    const failures = await countFailure(tx, attempt);
    const poisoned = await noteFault(tx, leader, attempt, failure);
    if (poisoned !== null) return { failure, outcome, failed: poisoned };
    if (failure.kind === 'fatal' || failures >= maxOwnFailures) {
      const failed = await markFailed(tx, leader.epoch, task.renderId, explain(attempt, failure, failures));
      return { failure, outcome, failed: failed ? [task.renderId] : [] };
    }
    if (failure.missingKeys !== undefined && failure.missingKeys.length > 0) {
      await makeObjectsAgain(tx, attempt, failure.missingKeys);
    } else {
      await makeReady(tx, attempt);
    }
    return { failure, outcome, failed: [] };
  });
  if (ended === null) return;
  const { failure, outcome } = ended;
  forgetAttempt(leader, attempt, outcome);
  leader.log.warn(
    { jobId: attempt.jobId, renderId: task.renderId, outcome, failure },
    'an attempt ended without result',
  );
  for (const renderId of ended.failed) await afterFailure(leader, renderId);
}

// What a node misses it may just not see, having another store; what this store misses as well, no node ever finds.
async function lossOf({ store }: LeaderContext, told: JobFailure): Promise<JobFailure | null> {
  if (told.kind !== 'interrupted') return null;
  for (const key of told.missingKeys ?? []) {
    if ((await store.head(key)) !== null) continue;
    return { ...told, kind: 'fatal', message: `"${key}" is gone from the object store. Render the project again.` };
  }
  return null;
}

// A render that is planned again gets new tasks: stitches that fail count over all of them, or they would never end.
async function countFailure(tx: Prisma.TransactionClient, attempt: AttemptRow): Promise<number> {
  const { task } = attempt;
  await tx.task.update({ where: { id: task.id }, data: { failures: { increment: 1 } } });
  const { _sum } = await tx.task.aggregate({
    where: task.kind === 'stitch' ? { renderId: task.renderId, kind: 'stitch' } : { id: task.id },
    _sum: { failures: true },
  });
  return _sum.failures ?? 0;
}

function explain(attempt: AttemptRow, failure: JobFailure, failures: number): string {
  if (failure.kind === 'fatal') return failure.message;
  const { task } = attempt;
  const what =
    task.kind === 'frames'
      ? `segments ${task.firstSegment} to ${task.lastSegment}`
      : task.kind === 'audio'
        ? 'the audio mix'
        : 'joining the segments';
  return `${what} failed ${failures} times; the last time: ${failure.message}`;
}

// Objects that a stitch did not find are forgotten; planning again makes them anew and finds all the others.
async function makeObjectsAgain(
  tx: Prisma.TransactionClient,
  attempt: AttemptRow,
  missingKeys: readonly string[],
): Promise<void> {
  const { task } = attempt;
  const hashes = missingKeys.map((key) => key.split('/').at(-1) ?? '');
  await tx.artifact.deleteMany({ where: { accountId: task.render.accountId, sha256: { in: hashes } } });
  await tx.task.updateMany({ where: { id: task.id, status: 'RELEASED' }, data: { status: 'FAILED' } });
  await tx.render.updateMany({
    where: { id: task.renderId, status: { in: activeStatuses } },
    data: { stage: 'planning' },
  });
}
