import {
  decodeFailure,
  ProtocolError,
  parseAudioResult,
  parseFramesResult,
  parseStitchResult,
} from '../protocol/index.ts';
import { type AttemptRow, findAttempt } from './attempts.ts';
import type { LeaderContext } from './context.ts';
import { settleFailure } from './settle-failure.ts';
import { settleAudio, settleFrames, settleStitch } from './settle-result.ts';
import type { FinishedJob } from './work-queues.ts';

/**
 * Takes the end of a job into the books. Idempotent: events may come twice, late, or from an attempt that was given up;
 * a result is then still good, because it is named by its content. Jobs that are not in the ledger are left alone.
 */
export async function settleJob(leader: LeaderContext, job: FinishedJob): Promise<void> {
  const attempt = await findAttempt(leader, job.jobId);
  if (attempt === null) return;
  if (job.outcome === 'failed') {
    await settleFailure(leader, attempt, decodeFailure(String(job.value)));
  } else {
    await settleResult(leader, attempt, job.value);
  }
  await removeJob(leader, job);
}

async function settleResult(leader: LeaderContext, attempt: AttemptRow, value: unknown): Promise<void> {
  try {
    if (attempt.task.kind === 'frames') await settleFrames(leader, attempt, parseFramesResult(value));
    else if (attempt.task.kind === 'audio') await settleAudio(leader, attempt, parseAudioResult(value));
    else await settleStitch(leader, attempt, parseStitchResult(value));
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    await settleFailure(leader, attempt, { kind: 'failed', code: 'internal_error', message: error.message });
  }
}

// The queue also removes finished jobs by age: a job that stays behind only costs memory for a while.
async function removeJob(leader: LeaderContext, job: FinishedJob): Promise<void> {
  try {
    await leader.queues.queue(job.queue).remove(job.jobId);
  } catch (error) {
    leader.log.debug({ err: error, jobId: job.jobId }, 'a finished job could not be removed');
  }
}
