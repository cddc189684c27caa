import { FramemillError } from '@framemill/timeline/errors';
import { addProbe } from '../client/request-probe.ts';
import { announceMedia } from '../ingest/announce-media.ts';
import { completeMedia } from '../ingest/complete-media.ts';
import { decodeFailure, ProtocolError, parseProbeResult, probeQueue, sharedJobId } from '../protocol/index.ts';
import { fenced, type LeaderContext } from './context.ts';

/** An upload answers within 10 s by itself; what is older than this has nobody who waits for it. */
const lateAfterMs = 15_000;
const perPass = 50;

/**
 * Completes media records that are still PROCESSING although nobody waits for their probe any more: takes the answer
 * over when there is one, and asks again when the job is gone (Redis lost its data, or no node came by in time).
 */
export async function reconcileLateProbes(leader: LeaderContext, nowMs: number): Promise<void> {
  const waiting = await leader.database.client.media.findMany({
    where: { status: 'PROCESSING', createdAt: { lt: new Date(nowMs - lateAfterMs) } },
    orderBy: { createdAt: 'asc' },
    take: perPass,
    select: { id: true, name: true, objectKey: true, sha256: true, sizeBytes: true, accountId: true },
  });
  const queue = leader.queues.queue(probeQueue);
  for (const media of waiting) {
    const jobId = sharedJobId('probe', media.id);
    const state = await queue.getJobState(jobId);
    if (state === 'unknown') await addProbe(queue, { mediaId: media.id, ...media, sizeBytes: Number(media.sizeBytes) });
    if (state !== 'completed' && state !== 'failed') continue;
    // After its state: a job that was read before it ended has no answer in it.
    const job = await queue.getJob(jobId);
    if (job === undefined) continue;
    if (state === 'completed') {
      await takeAnswer(leader, media, job.returnvalue);
    } else {
      const failure = decodeFailure(job.failedReason);
      if (failure.kind === 'fatal') await markUnusable(leader, media.id, failure.message);
      // Anything else says nothing about the file: the next tick asks again.
      else await job.remove();
    }
    await announceMedia(leader.redis, media.accountId, media.id);
  }
}

async function takeAnswer(leader: LeaderContext, media: { id: string; name: string }, value: unknown): Promise<void> {
  try {
    const { facts } = parseProbeResult(value);
    await fenced(leader, (tx) => completeMedia(tx, media, facts));
  } catch (error) {
    if (!(error instanceof ProtocolError) && !(error instanceof FramemillError)) throw error;
    await markUnusable(leader, media.id, error.message);
  }
}

async function markUnusable(leader: LeaderContext, mediaId: string, message: string): Promise<void> {
  await fenced(leader, (tx) =>
    tx.media.updateMany({ where: { id: mediaId, status: 'PROCESSING' }, data: { status: 'FAILED', error: message } }),
  );
}
