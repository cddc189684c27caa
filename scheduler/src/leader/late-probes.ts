import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { addProbe } from '../client/media-requests.ts';
import { announceMedia, completeMedia } from '../ingest.ts';
import {
  decodeFailure,
  type JobFailure,
  ProtocolError,
  parseProbeResult,
  probeQueue,
  sharedJobId,
} from '../protocol/index.ts';
import { quarantineReason } from '../quarantine.ts';
import { fenced, type LeaderContext } from './context.ts';
import { countLeaderFault, liveNodes } from './faults.ts';

/** Age in ms from which no upload request waits for a probe any more: an upload responds within 10 s. */
const lateAfterMs = 15_000;
const perPass = 50;

/**
 * Completes media records that are still PROCESSING although no upload request waits for their probe any more. It
 * stores the result of the probe when there is one. It queues the probe again when its job is lost (Redis lost its
 * data, or no node took it in time). A file that makes its probe processes fail goes into quarantine, and its record
 * becomes FAILED.
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
    // Read the job after its state: a job that is read before it ends contains no result.
    const job = await queue.getJob(jobId);
    if (job === undefined) continue;
    if (state === 'completed') {
      await takeAnswer(leader, media, job.returnvalue);
    } else {
      const failure = decodeFailure(job.failedReason);
      if (failure.kind === 'fatal') {
        await markUnusable(leader, media.id, failure.message);
      } else {
        if (failure.kind === 'failed' && failure.missingKeys === undefined) await noteProbe(leader, media, failure);
        // The next tick queues the probe again, unless the file is in quarantine now.
        await job.remove();
      }
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

/** Counts a probe whose process ended or did not finish. A probe reads one file, so that file is the cause. */
async function noteProbe(
  leader: LeaderContext,
  { id, name, accountId, sha256 }: { id: string; name: string; accountId: string; sha256: string },
  failure: JobFailure,
): Promise<void> {
  await fenced(leader, async (tx) => {
    const file = { accountId, mediaSha256: sha256, renderId: null, liveNodes: liveNodes(leader) };
    if (!(await countLeaderFault(tx, leader, file, failure))) return;
    await fail(tx, id, `${quarantineReason(name, failure.message)}.`);
    leader.log.warn({ accountId, mediaSha256: sha256, mediaId: id }, 'an upload is in quarantine');
  });
}

async function markUnusable(leader: LeaderContext, mediaId: string, message: string): Promise<void> {
  await fenced(leader, (tx) => fail(tx, mediaId, message));
}

async function fail(tx: Prisma.TransactionClient, mediaId: string, error: string): Promise<void> {
  await tx.media.updateMany({ where: { id: mediaId, status: 'PROCESSING' }, data: { status: 'FAILED', error } });
}
