import { newId } from '../ids.ts';
import { jobIdOf, parseRenderRangeJob } from '../protocol/index.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { jobPayload, loadSegments } from './job-payload.ts';

/** Lowest priority in a queue: the greatest number that BullMQ allows. */
const lastPriority = 2_097_151;

/**
 * Dispatches a second (speculative) attempt of a frame range while its first one runs, for nodes other than `avoid`.
 * Returns false when the range has no single running attempt, or its render has ended.
 */
export async function dispatchSpeculative(
  leader: LeaderContext,
  queueName: string,
  taskId: string,
  avoid: readonly string[],
): Promise<boolean> {
  const dispatched = await fenced(leader, async (tx) => {
    // A concurrent cancel waits for this lock, and then also finds the speculative attempt.
    await tx.$queryRaw`
      SELECT r.id FROM "Render" r JOIN "Task" t ON t."renderId" = r.id WHERE t.id = ${taskId} FOR NO KEY UPDATE OF r`;
    const task = await tx.task.findFirst({
      where: { id: taskId, status: 'RELEASED', render: { status: { in: activeStatuses } } },
      include: { render: true, ledger: { where: { outcome: 'running' } } },
    });
    if (task === null || task.ledger.length !== 1) return null;
    const attempt = task.attempts + 1;
    await tx.task.update({ where: { id: taskId }, data: { attempts: attempt } });
    const jobId = jobIdOf(taskId, attempt);
    await tx.attempt.create({ data: { id: newId('att'), taskId, number: attempt, jobId, speculative: true } });
    const [segments = []] = await loadSegments(tx, [task]);
    return { jobId, payload: { ...jobPayload(task, attempt, leader.epoch, segments), avoid: avoid.slice(0, 3) } };
  });
  if (dispatched === null) return false;
  const options = { jobId: dispatched.jobId, priority: lastPriority };
  await leader.queues.queue(queueName).add('frames', parseRenderRangeJob(dispatched.payload), options);
  return true;
}
