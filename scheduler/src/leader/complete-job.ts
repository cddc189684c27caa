import {
  decodeFailure,
  type JobFailure,
  ProtocolError,
  parseAudioResult,
  parseRenderRangeResult,
  parseStitchResult,
} from '../protocol/index.ts';
import type { FinishedJob } from '../queues/work-queues.ts';
import { type AttemptRow, findAttempts } from './attempts.ts';
import { completeFrames, type Delivery } from './complete-frames.ts';
import { completeAudio, completeStitch } from './complete-result.ts';
import type { LeaderContext } from './context.ts';
import { recordFailure } from './record-failure.ts';

/** Jobs completed in one round: enough to make the fixed cost of a transaction small. */
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
