import { decodeFailure, type JobFailure, ProtocolError, workQueue, workQueues } from '../protocol/index.ts';
import type { FinishedJob } from '../work-queues.ts';
import { type AttemptRow, findAttempts } from './attempts.ts';
import { activeStatuses, alone, concernsAll, type LeaderContext } from './context.ts';
import { taskJobOf } from './jobs/index.ts';
import { completeRanges } from './jobs/render-range.ts';
import type { Delivery } from './jobs/task-job.ts';
import { recordFailure } from './record-failure.ts';

/** Maximum number of jobs completed in one round: enough to make the fixed cost of a transaction small. */
const jobsAtOnce = 64;

/**
 * Records finished jobs in the database. Idempotent: an end event may arrive twice, late, or from an attempt that was
 * given up. A late result is still valid, because its key depends only on its content. Jobs without an `Attempt` row
 * are ignored.
 */
export async function completeJobs(leader: LeaderContext, jobs: readonly FinishedJob[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += jobsAtOnce) {
    await completeSome(leader, jobs.slice(start, start + jobsAtOnce));
  }
}

async function completeSome(leader: LeaderContext, jobs: readonly FinishedJob[]): Promise<void> {
  const attempts = new Map((await findAttempts(leader, jobs)).map((attempt) => [attempt.jobId, attempt]));
  const known = jobs.flatMap((job) => {
    const attempt = attempts.get(job.jobId);
    return attempt === undefined ? [] : [{ job, attempt }];
  });
  const ranges: Delivery[] = [];
  // `tidyQueues` passes the jobs that stay in their queue once more.
  const staying = new Set<string>();
  const endOne = async (attempt: AttemptRow, store: () => Promise<void>) => {
    if (!(await storeEnd(leader, attempt, store))) staying.add(attempt.jobId);
  };
  for (const { job, attempt } of known) await endOne(attempt, () => takeEnd(leader, attempt, job, ranges));
  try {
    await completeAll(leader, ranges);
  } catch (error) {
    if (concernsAll(error)) throw error;
    // One result that cannot be stored must not delay the others.
    for (const range of ranges) await endOne(range.attempt, () => completeAll(leader, [range]));
  }
  const done = known.filter(({ job }) => !staying.has(job.jobId));
  await Promise.all(done.map(({ job }) => removeJob(leader, job)));
}

async function takeEnd(leader: LeaderContext, attempt: AttemptRow, job: FinishedJob, ranges: Delivery[]) {
  if (job.outcome === 'failed') await recordFailure(leader, attempt, decodeFailure(String(job.value)));
  else await taskJobOf(attempt.task.kind).complete(leader, attempt, job.value, ranges);
}

async function completeAll(leader: LeaderContext, ranges: readonly Delivery[]): Promise<void> {
  for (const { attempt, message } of await completeRanges(leader, ranges)) {
    await recordFailure(leader, attempt, misread(message));
  }
}

/**
 * Stores the end of one attempt. A result that cannot be read or stored is recorded as a failure of the attempt.
 * Returns false when this failed, too.
 */
function storeEnd(leader: LeaderContext, attempt: AttemptRow, store: () => Promise<void>): Promise<boolean> {
  const { jobId } = attempt;
  return alone(leader, 'the end of a job could not be stored; trying again', { jobId }, async () => {
    try {
      // The second try leaves out errors that pass, such as a deadlock.
      await store().catch((error: unknown) => {
        if (concernsAll(error) || error instanceof ProtocolError) throw error;
        return store();
      });
    } catch (error) {
      if (concernsAll(error)) throw error;
      if (error instanceof ProtocolError) return recordFailure(leader, attempt, misread(error.message));
      leader.log.error({ err: error, jobId, renderId: attempt.task.renderId }, 'a result could not be stored');
      await recordFailure(leader, attempt, misread('The result could not be stored. See the log of the scheduler.'));
    }
  });
}

function misread(message: string): JobFailure {
  return { kind: 'failed', code: 'internal_error', message };
}

// BullMQ also removes finished jobs by age: a job that remains only uses memory for a while.
async function removeJob(leader: LeaderContext, job: FinishedJob): Promise<void> {
  try {
    await leader.queues.queue(job.queue).remove(job.jobId);
  } catch (error) {
    leader.log.debug({ err: error, jobId: job.jobId }, 'a finished job could not be removed');
  }
}

const everyMs = 2_000;
const perQueueAndState = 100;
/**
 * Time in ms after the end of a render in which its queues are still opened. The jobs of a render that has ended are
 * removed from their queues within seconds, unless the leader changes meanwhile.
 */
const endedWithinMs = 10 * 60_000;

/**
 * Removes jobs that would stay in the queues for ever. A job that has ended is completed, which removes it. The end
 * event of this job was lost because nothing was subscribed to the queue: all nodes that read the queue had left, or
 * the leader had just changed. An active job whose attempt has ended is removed. BullMQ itself gives up a dead node's
 * job only when another node reads the same queue, and there may be no such node. A job that a node still runs is
 * locked, and is removed only after its lock expires. A job without an attempt is removed, too: its render was removed,
 * or PostgreSQL lost the attempt in a failover.
 */
export async function tidyQueues(leader: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - leader.memory.queuesTidiedMs < everyMs) return;
  // A new leader has no record of queues that its predecessor used and that no live node serves.
  if (leader.memory.queuesTidiedMs === 0) await openUsedQueues(leader, nowMs);
  leader.memory.queuesTidiedMs = nowMs;
  for (const name of leader.queues.work()) {
    const queue = leader.queues.queue(name);
    const jobs = await queue.getJobs(['active', 'completed', 'failed'], 0, perQueueAndState - 1);
    const ended: FinishedJob[] = [];
    const active: { jobId: string }[] = [];
    for (const { id: jobId, finishedOn, failedReason, returnvalue } of jobs) {
      if (jobId === undefined) continue;
      if (finishedOn === undefined) active.push({ jobId });
      else if (failedReason === undefined) ended.push({ queue: name, jobId, outcome: 'completed', value: returnvalue });
      else ended.push({ queue: name, jobId, outcome: 'failed', value: failedReason });
    }
    const attempts = await findAttempts(leader, [...ended, ...active]);
    const outcomes = new Map(attempts.map(({ jobId, outcome }) => [jobId, outcome]));
    await completeJobs(leader, ended);
    const lost = ended.filter(({ jobId }) => !outcomes.has(jobId));
    const over = active.filter(({ jobId }) => outcomes.get(jobId) !== 'running');
    for (const { jobId } of [...lost, ...over]) await queue.remove(jobId);
  }
}

/**
 * Opens the queues of the engines that open work was planned for: of active renders, of attempts without an end, and of
 * renders that have just ended. Its cost depends on these alone.
 */
async function openUsedQueues(leader: LeaderContext, nowMs: number): Promise<void> {
  const engines = await leader.database.client.$queryRaw<{ fingerprint: string | null }[]>`
    SELECT fingerprint FROM "Render" WHERE status = ANY(${activeStatuses})
    UNION
    SELECT r.fingerprint FROM "Attempt" a JOIN "Task" t ON t.id = a."taskId" JOIN "Render" r ON r.id = t."renderId"
    WHERE a.outcome = 'running'
    UNION
    SELECT fingerprint FROM "Render" WHERE "completedAt" > ${new Date(nowMs - endedWithinMs)}::timestamp`;
  for (const { fingerprint } of engines) {
    for (const base of workQueues) if (fingerprint !== null) leader.queues.queue(workQueue(base, fingerprint));
  }
}
