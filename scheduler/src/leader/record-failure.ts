import type { Prisma } from '@framemill/infra';
import type { JobFailure } from '../protocol/index.ts';
import { type AttemptOutcome, type AttemptRow, endAttempt, forgetAttempt, makeReady } from './attempts.ts';
import { fenced, type LeaderContext } from './context.ts';
import { judgeOom, noteCard, noteFault, noteOom, noteOverrun } from './faults.ts';
import { taskJobOf } from './jobs/index.ts';
import { keepSegments } from './jobs/render-range.ts';
import { isMendable, lossOf, makeObjectsAgain } from './lost-objects.ts';
import { afterFailure, lockRenders, markFailed, noteWaiting, waits } from './render-state.ts';

const outcomes: Record<JobFailure['kind'], AttemptOutcome> = {
  failed: 'failed',
  fatal: 'failed',
  interrupted: 'interrupted',
  cancelled: 'cancelled',
};

/**
 * Records a failed attempt in the database and decides whether its task is tried again. When the work itself failed,
 * the task is tried up to the limit of its kind (`limits`); then its render fails. Attempts that the node returned are
 * not limited. When the failure reports lost objects that rendering can replace, the render is planned again, up to ten
 * times. A fatal failure ends the render at once, and a faulty file ends all renders of the account that use the file.
 * Idempotent.
 */
export async function recordFailure(leader: LeaderContext, attempt: AttemptRow, reported: JobFailure): Promise<void> {
  const read = (await lossOf(leader, attempt, reported)) ?? reported;
  const { task } = attempt;
  const ended = await fenced(leader, async (tx) => {
    await lockRenders(tx, [task.renderId]);
    const failure = await judgeOom(tx, attempt, read);
    const mendable = await isMendable(tx, attempt, failure);
    const outcome = mendable ? 'interrupted' : outcomes[failure.kind];
    const details = { nodeId: failure.nodeId ?? null, error: failure.message };
    if (!(await endAttempt(tx, attempt, outcome, details))) return null;
    await noteOom(tx, attempt, failure);
    if (failure.waitsFor !== undefined) await noteWaiting(tx, [task.renderId], waits[failure.waitsFor]);
    if (mendable) {
      await makeObjectsAgain(tx, attempt, failure);
      return { failure, outcome, failed: [], keptOffCard: null };
    }
    if (outcome !== 'failed') {
      await keepSegments(tx, leader, attempt, failure.segments ?? []);
      await makeReady(tx, attempt);
      const keptOffCard = await noteCard(tx, leader.epoch, attempt, failure);
      return { failure, outcome, failed: [], keptOffCard };
    }
    const failures = await countFailure(tx, attempt);
    const quarantined = await noteFault(tx, leader, attempt, failure);
    if (quarantined !== null) return { failure, outcome, failed: quarantined, keptOffCard: null };
    const overrun = await noteOverrun(tx, leader, attempt, failure);
    if (overrun !== null) {
      const failed = await markFailed(tx, leader.epoch, task.renderId, overrun);
      return { failure, outcome, failed: failed ? [task.renderId] : [], keptOffCard: null };
    }
    if (failure.kind === 'fatal' || failures >= taskJobOf(task.kind).kind.limits.failures) {
      const failed = await markFailed(tx, leader.epoch, task.renderId, explain(attempt, failure, failures));
      return { failure, outcome, failed: failed ? [task.renderId] : [], keptOffCard: null };
    }
    await makeReady(tx, attempt);
    return { failure, outcome, failed: [], keptOffCard: null };
  });
  if (ended === null) return;
  const { failure, outcome } = ended;
  leader.memory.changes.note([task.renderId]);
  forgetAttempt(leader, attempt, outcome);
  leader.log.warn(
    { jobId: attempt.jobId, renderId: task.renderId, outcome, failure },
    'an attempt ended without result',
  );
  if (ended.keptOffCard) {
    leader.log.warn({ renderId: task.renderId, keptOffCard: ended.keptOffCard }, 'a render leaves the graphics cards');
  }
  for (const renderId of ended.failed) await afterFailure(leader, renderId);
}

// A render that is planned again gets new tasks: failures of the mux count over all of them, or the render would never
// end.
async function countFailure(tx: Prisma.TransactionClient, attempt: AttemptRow): Promise<number> {
  const { task } = attempt;
  await tx.task.update({ where: { id: task.id }, data: { failures: { increment: 1 } } });
  const { _sum } = await tx.task.aggregate({
    where: taskJobOf(task.kind).countsForRender ? { renderId: task.renderId, kind: task.kind } : { id: task.id },
    _sum: { failures: true },
  });
  return _sum.failures ?? 0;
}

function explain(attempt: AttemptRow, failure: JobFailure, failures: number): string {
  if (failure.kind === 'fatal') return failure.message;
  const what = taskJobOf(attempt.task.kind).describe(attempt.task);
  return `${what} failed ${failures} times. Last error: ${failure.message}`;
}
