import type { Prisma } from '@framemill/infra';
import { recordRenderEvent } from '../outbox.ts';
import {
  type AudioResult,
  decodeFailure,
  type JobFailure,
  ProtocolError,
  parseAudioResult,
  parseRenderRangeResult,
  parseStitchResult,
  type StitchResult,
  workKinds,
  workQueue,
} from '../protocol/index.ts';
import type { FinishedJob } from '../work-queues.ts';
import { finished } from './advance-outputs.ts';
import { type AttemptRow, endAttempt, findAttempts, forgetAttempt } from './attempts.ts';
import { completeFrames, type Delivery } from './complete-frames.ts';
import { activeStatuses, fenced, type LeaderContext } from './context.ts';
import { recordFailure } from './record-failure.ts';
import { noteWaiting, publishRender } from './render-state.ts';

/** Maximum number of jobs completed in one round: enough to make the fixed cost of a transaction small. */
const jobsAtOnce = 64;

/**
 * Records the ends of jobs in the ledger. Idempotent: events may arrive twice, late, or from an attempt that was given
 * up. A late result is still valid, because it is addressed by its content. Jobs without an attempt in the ledger are
 * ignored.
 */
export async function completeJobs(leader: LeaderContext, jobs: readonly FinishedJob[]): Promise<void> {
  for (let start = 0; start < jobs.length; start += jobsAtOnce) {
    await completeSome(leader, jobs.slice(start, start + jobsAtOnce));
  }
}

async function completeSome(leader: LeaderContext, jobs: readonly FinishedJob[]): Promise<void> {
  const attempts = new Map((await findAttempts(leader, jobs)).map((attempt) => [attempt.jobId, attempt]));
  const known = jobs.filter(({ jobId }) => attempts.has(jobId));
  const deliveries: Delivery[] = [];
  for (const job of known) {
    const attempt = attempts.get(job.jobId);
    if (attempt === undefined) continue;
    if (job.outcome === 'failed') await recordFailure(leader, attempt, decodeFailure(String(job.value)));
    else await unlessMisread(leader, attempt, () => completeResult(leader, attempt, job.value, deliveries));
  }
  for (const { attempt, message } of await completeFrames(leader, deliveries)) {
    await recordFailure(leader, attempt, misread(message));
  }
  await Promise.all(known.map((job) => removeJob(leader, job)));
}

async function completeResult(
  leader: LeaderContext,
  attempt: AttemptRow,
  value: unknown,
  deliveries: Delivery[],
): Promise<void> {
  if (attempt.task.kind === 'frames') deliveries.push({ attempt, result: parseRenderRangeResult(value) });
  else if (attempt.task.kind === 'audio') await completeAudio(leader, attempt, parseAudioResult(value));
  else await completeStitch(leader, attempt, parseStitchResult(value));
}

async function unlessMisread(leader: LeaderContext, attempt: AttemptRow, complete: () => Promise<void>): Promise<void> {
  try {
    await complete();
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    await recordFailure(leader, attempt, misread(error.message));
  }
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

/** Stores the audio mix of a render and completes its task. */
async function completeAudio(leader: LeaderContext, attempt: AttemptRow, result: AudioResult): Promise<void> {
  const { render } = attempt.task;
  const contentKey = render.audioKey;
  const fresh = await fenced(leader, async (tx) => {
    if (contentKey !== null) {
      const { sha256, sizeBytes } = result;
      const mix = { accountId: render.accountId, contentKey, sha256, sizeBytes: BigInt(sizeBytes), frames: 0 };
      // The first commit wins.
      await tx.artifact.createMany({ data: [mix], skipDuplicates: true });
    }
    return finishTask(tx, attempt, result.nodeId);
  });
  if (fresh) forgetAttempt(leader, attempt, 'done');
}

/**
 * Stores the finished file of a render with one conditional update under the leader's epoch. A render with quality
 * limits is measured next. A render without quality limits and without additional outputs becomes COMPLETED. A second
 * mux result, a cancelled render, and a render that is being planned again change nothing.
 */
async function completeStitch(leader: LeaderContext, attempt: AttemptRow, result: StitchResult): Promise<void> {
  const { render } = attempt.task;
  const isChecked = render.qc !== null;
  const committed = await fenced(leader, async (tx) => {
    const fresh = await finishTask(tx, attempt, result.nodeId);
    const { count } = await tx.render.updateMany({
      where: { id: render.id, status: { in: activeStatuses }, stage: 'stitching', epoch: { lte: leader.epoch } },
      data: {
        ...(isChecked ? { stage: 'checking', progress: 99 } : finished(render, result)),
        doneFrames: render.totalFrames,
        url: `/${render.exportKey ?? ''}`,
        fileSizeBytes: BigInt(result.sizeBytes),
        durationSec: result.durationSec,
        epoch: leader.epoch,
      },
    });
    if (count === 1 && isChecked) {
      await tx.renderReport.createMany({ data: [{ renderId: render.id }], skipDuplicates: true });
    }
    const completed = count === 1 && !isChecked && render.outputs === null;
    if (completed) {
      const row = await tx.render.findUniqueOrThrow({ where: { id: render.id } });
      await recordRenderEvent(tx, 'render.completed', row);
    }
    return { fresh, completed };
  });
  if (committed.fresh) forgetAttempt(leader, attempt, 'done');
  if (!committed.completed) return;
  leader.log.info({ renderId: render.id, sizeBytes: result.sizeBytes }, 'render completed');
  await publishRender(leader, render.id, 'render.completed');
}

// An attempt that was given up may still deliver while its task waits for another try: the task is done then.
async function finishTask(tx: Prisma.TransactionClient, attempt: AttemptRow, nodeId: string): Promise<boolean> {
  // Lock the render before the task, as a cancel does: two different lock orders would deadlock.
  await noteWaiting(tx, [attempt.task.renderId], null);
  await tx.task.updateMany({
    where: { id: attempt.taskId, status: { in: ['READY', 'RELEASED'] } },
    data: { status: 'DONE', doneAt: new Date() },
  });
  return endAttempt(tx, attempt, 'done', { nodeId });
}

const everyMs = 2_000;
const perQueueAndState = 100;
/** Maximum age in ms of renders whose queues are opened to look for ended jobs. No render takes that long. */
const usedWithinMs = 24 * 3_600_000;

/**
 * Finds jobs in the queues whose end event was lost and that would stay there for ever. Ended jobs are completed, which
 * removes them: nothing was subscribed when they ended (all nodes of the engine had left, or the leader had just
 * changed). Active jobs of attempts that have ended are removed: BullMQ gives up a dead node's job only through another
 * node on the same queue, and there may be none. A job that a node is still running is locked, and is removed only
 * after its lock expires.
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
    await completeJobs(leader, ended);
    const over = (await findAttempts(leader, active)).filter(({ outcome }) => outcome !== 'running');
    for (const { jobId } of over) await queue.remove(jobId);
  }
}

/** Opens the queues of every engine for which renders of the last day were planned. */
async function openUsedQueues(leader: LeaderContext, nowMs: number): Promise<void> {
  const engines = await leader.database.client.render.groupBy({
    by: ['fingerprint'],
    where: { createdAt: { gt: new Date(nowMs - usedWithinMs) }, fingerprint: { not: null } },
  });
  for (const { fingerprint } of engines) {
    for (const kind of workKinds) if (fingerprint !== null) leader.queues.queue(workQueue(kind, fingerprint));
  }
}
