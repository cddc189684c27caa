import { newId } from '../ids.ts';
import { slotsByFingerprint } from '../policy/choose-engine.ts';
import { chooseSpeculative, type RunningRange } from '../policy/choose-speculative.ts';
import { jobIdOf, parsePool, renderRangeJob } from '../protocol/index.ts';
import { addJob, queueOfTask } from '../work-queues.ts';
import { type AttemptRow, runningAttempts } from './attempts.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { dispatchSpan, jobPayload } from './jobs/index.ts';
import { loadSegments } from './jobs/task-job.ts';
import { readyTasks } from './ready-tasks.ts';

/**
 * Maximum number of speculative attempts of one range. A node may return an attempt, for example when it already runs
 * the range itself.
 */
const maxTries = 5;

/**
 * Starts a speculative attempt on another node for each frame range that takes much longer than the other ranges of its
 * render, if slots would otherwise be idle. The attempt that completes first is used; `stopUselessWork` ends the other
 * attempt. Run it every second.
 */
export async function speculateOnStragglers(leader: LeaderContext, nowMs: number): Promise<void> {
  const { memory } = leader;
  // Without a completed range there is no measure of what is slow.
  if (memory.rangeSpeeds.size === 0) return;
  const running = (await runningAttempts(leader)).filter(({ task }) => task.kind === 'frames');
  const ready = await readyTasks(leader);
  for (const [queueName, attempts] of Map.groupBy(running, ({ task }) => queueOfTask(task, task.render))) {
    const late = chooseSpeculative({
      running: rangesOf(leader, attempts, nowMs),
      freeSlots: freeSlots(leader, attempts),
      ...memory.extraWork,
    });
    if (late.length === 0 || ready.some((task) => queueOfTask(task, task) === queueName)) continue;
    for (const { taskId, frames } of late) {
      const avoid = attempts.filter((attempt) => attempt.taskId === taskId).flatMap(({ nodeId }) => nodeId ?? []);
      if (!(await dispatchSpeculative(leader, queueName, taskId, avoid))) continue;
      memory.extraWork.speculativeFrames += frames;
      leader.metrics.speculative.inc({ outcome: 'started' });
      leader.log.info({ taskId, avoid }, 'a frame range takes too long: it gets a speculative attempt');
    }
  }
}

function rangesOf(leader: LeaderContext, attempts: AttemptRow[], nowMs: number): RunningRange[] {
  const { runningSince, rangeSpeeds } = leader.memory;
  const ranges: RunningRange[] = [];
  for (const [taskId, tries] of Map.groupBy(attempts, (attempt) => attempt.taskId)) {
    const first = tries.find(({ speculative }) => !speculative);
    const since = first && runningSince.get(first.jobId);
    if (first === undefined || since === undefined || first.task.status !== 'RELEASED') continue;
    const { render, frames, attempts: made } = first.task;
    ranges.push({
      taskId,
      frames,
      elapsedMs: nowMs - since,
      doubled: tries.length > 1 || made - first.number >= maxTries,
      renderDoneShare: render.doneFrames / Math.max(1, render.totalFrames),
      msPerFrame: rangeSpeeds.get(render.id) ?? [],
    });
  }
  return ranges;
}

// Jobs that were dispatched ahead will take slots in a moment.
function freeSlots(leader: LeaderContext, attempts: AttemptRow[]): number {
  const render = attempts[0]?.task.render;
  if (render === undefined) return 0;
  const { leases, runningSince } = leader.memory;
  const slots = slotsByFingerprint(leases, parsePool(render.pool)).get(render.fingerprint ?? '') ?? 0;
  const members = leases.filter(
    (lease) => lease.engines[parsePool(render.pool)] === render.fingerprint && !lease.draining,
  );
  const busy = members.reduce((sum, lease) => sum + lease.busy, 0);
  return slots - busy - attempts.filter(({ jobId }) => !runningSince.has(jobId)).length;
}

/** Lowest priority in a queue: the greatest number that BullMQ allows. */
const lastPriority = 2_097_151;

/**
 * Dispatches a second (speculative) attempt of a frame range while its first one runs, for nodes other than `avoid`.
 * Returns false when the range has no single running attempt, or its render has ended.
 */
async function dispatchSpeculative(
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
    const span = dispatchSpan(leader.tracing, task, attempt);
    const payload = jobPayload(task, { attempt, epoch: leader.epoch, segments, span });
    return { payload: { ...payload, avoid: avoid.slice(0, 3) }, span };
  });
  if (dispatched === null) return false;
  const { payload, span } = dispatched;
  await addJob(leader.queues.queue(queueName), renderRangeJob, renderRangeJob.parse(payload), lastPriority);
  span?.end({ attributes: { queue: queueName, speculative: true } });
  return true;
}
