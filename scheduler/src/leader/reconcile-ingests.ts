import type { Queue } from 'bullmq';
import { announceMedia } from '../ingest.ts';
import {
  decodeFailure,
  type IngestJob,
  type IngestPart,
  ingestQueue,
  type JobFailure,
  ProtocolError,
  parseIngestResult,
  parseMediaFacts,
  sharedJobId,
  WRITTEN_VERSION,
} from '../protocol/index.ts';
import { quarantineReason } from '../quarantine.ts';
import { fenced, type LeaderContext } from './context.ts';
import { countLeaderFault, liveNodes } from './faults.ts';
import { isJobLost } from './find-lost.ts';

/**
 * Maximum number of an account's pending ingests of one part per tick, so that a hundred uploads of one account do not
 * delay the single upload of another.
 */
const perAccount = 4;
const perPass = 64;
/** Maximum number of failed attempts of one ingest. */
const maxFailures = 3;

interface PendingIngest {
  mediaId: string;
  part: IngestPart;
  attempt: number;
  failures: number;
  accountId: string;
  objectKey: string;
  name: string;
  facts: unknown;
}

/**
 * Reconciles the ingest parts of media: queues missing jobs and stores results. It queues a part again when its node
 * or its job is lost (not counted) or when it failed (at most three times). A failed ingest leaves the media usable,
 * unless the file made the processes that read it fail: then the file goes into quarantine.
 */
export async function reconcileIngests(leader: LeaderContext, nowMs: number): Promise<void> {
  const pending = await pendingIngests(leader);
  for (const ingest of pending) {
    const queue = leader.queues.queue(ingestQueue[ingest.part]);
    const state = await queue.getJobState(jobIdOfIngest(ingest));
    try {
      if (state === 'unknown') await order(queue, ingest);
      else if (state === 'active') await lookWhoHasIt(leader, ingest, nowMs);
      else if (state === 'completed' || state === 'failed') await takeEnd(leader, ingest, queue, state);
      else leader.memory.absentSince.delete(jobIdOfIngest(ingest));
    } catch (error) {
      // Unreadable facts or results stay unreadable, and must not delay those of other media.
      if (!(error instanceof ProtocolError)) throw error;
      await fail(leader, ingest, error.message);
    }
  }
}

function jobIdOfIngest({ mediaId, part, attempt }: PendingIngest): string {
  return sharedJobId('ingest', mediaId, part, attempt);
}

function pendingIngests(leader: LeaderContext): Promise<PendingIngest[]> {
  return leader.database.client.$queryRaw<PendingIngest[]>`
    SELECT * FROM (
      SELECT i."mediaId", i.part, i.attempt, i.failures, m."accountId", m."objectKey", m.name, m.facts, i."createdAt",
             row_number() OVER (PARTITION BY m."accountId", i.part ORDER BY i."createdAt", i."mediaId") AS turn
      FROM "Ingest" i JOIN "Media" m ON m.id = i."mediaId"
      WHERE i.status = 'PENDING' AND m.status = 'READY' AND m.facts IS NOT NULL
    ) AS waiting WHERE turn <= ${perAccount} ORDER BY turn, "createdAt" LIMIT ${perPass}`;
}

async function order(queue: Queue, ingest: PendingIngest): Promise<void> {
  const { mediaId, accountId, part, attempt, objectKey } = ingest;
  const facts = parseMediaFacts(ingest.facts);
  const payload: IngestJob = { v: WRITTEN_VERSION, mediaId, accountId, part, attempt, objectKey, facts };
  await queue.add('ingest', payload, { jobId: jobIdOfIngest(ingest), priority: 1 });
}

async function lookWhoHasIt(leader: LeaderContext, ingest: PendingIngest, nowMs: number): Promise<void> {
  if (isJobLost(leader, jobIdOfIngest(ingest), nowMs))
    await tryAgain(leader, ingest, 'The node no longer runs the job.');
}

// Read the job after its state: a job that is read before it ends contains no result.
async function takeEnd(
  leader: LeaderContext,
  ingest: PendingIngest,
  queue: Queue,
  state: 'completed' | 'failed',
): Promise<void> {
  const jobId = jobIdOfIngest(ingest);
  leader.memory.absentSince.delete(jobId);
  const job = await queue.getJob(jobId);
  if (job === undefined) return;
  if (state === 'completed') await takeResult(leader, ingest, job.returnvalue);
  else await takeFailure(leader, ingest, job.failedReason);
}

async function takeResult(leader: LeaderContext, ingest: PendingIngest, value: unknown): Promise<void> {
  const result = parseIngestResult(value);
  const { mediaId: id, part } = ingest;
  await fenced(leader, async (tx) => {
    const { count } = await tx.ingest.updateMany({
      where: { mediaId: id, part, status: 'PENDING' },
      data: { status: 'DONE', error: null, result: { ...result }, doneAt: new Date() },
    });
    if (count === 0 || result.poster === null) return;
    await tx.media.updateMany({ where: { id }, data: { posterKey: result.poster.objectKey } });
  });
  await announceMedia(leader.redis, ingest.accountId, id);
}

async function takeFailure(leader: LeaderContext, ingest: PendingIngest, reason: string): Promise<void> {
  const failure = decodeFailure(reason);
  const counts = failure.kind === 'failed';
  if (counts && failure.mediaSha256 !== undefined) {
    const quarantined = await noteIngestFault(leader, ingest, failure.mediaSha256, failure);
    if (quarantined) return fail(leader, ingest, `${quarantineReason(ingest.name, failure.message)}.`);
  }
  if (failure.kind === 'fatal' || (counts && ingest.failures + 1 >= maxFailures)) {
    await fail(leader, ingest, failure.message);
  } else {
    await tryAgain(leader, ingest, failure.message, counts ? 1 : 0);
  }
}

/** Counts an ingest process that failed while it read its file. Returns whether the file is in quarantine now. */
function noteIngestFault(
  leader: LeaderContext,
  { accountId, mediaId }: PendingIngest,
  mediaSha256: string,
  failure: JobFailure,
): Promise<boolean> {
  return fenced(leader, async (tx) => {
    const file = { accountId, mediaSha256, renderId: null, liveNodes: liveNodes(leader) };
    const quarantined = await countLeaderFault(tx, leader, file, failure);
    if (quarantined) leader.log.warn({ accountId, mediaSha256, mediaId }, 'an upload is in quarantine');
    return quarantined;
  });
}

/**
 * Schedules the next try of an ingest as a new job, so that a result that a lost node still delivers for the old job is
 * ignored.
 */
async function tryAgain(leader: LeaderContext, ingest: PendingIngest, why: string, failures = 0): Promise<void> {
  const { mediaId, part, attempt } = ingest;
  leader.memory.absentSince.delete(jobIdOfIngest(ingest));
  await fenced(leader, (tx) =>
    tx.ingest.updateMany({
      where: { mediaId, part, status: 'PENDING', attempt },
      data: { attempt: attempt + 1, failures: { increment: failures }, error: why.slice(0, 2_000) },
    }),
  );
  leader.log.warn({ mediaId, part, attempt, why }, 'an ingest is tried again');
}

async function fail(leader: LeaderContext, { mediaId, accountId, part }: PendingIngest, error: string): Promise<void> {
  await fenced(leader, (tx) =>
    tx.ingest.updateMany({
      where: { mediaId, part, status: 'PENDING' },
      data: { status: 'FAILED', error: error.slice(0, 2_000), doneAt: new Date() },
    }),
  );
  await announceMedia(leader.redis, accountId, mediaId);
  leader.log.warn({ mediaId, part, error }, 'an ingest failed');
}
