import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { announceMedia, completeMedia } from '../../ingest.ts';
import {
  type IngestPart,
  ingestJobs,
  type JobFailure,
  parseMediaFacts,
  probeJob,
  WRITTEN_VERSION,
} from '../../protocol/index.ts';
import { quarantineReason } from '../../quarantine.ts';
import { fenced, type LeaderContext } from '../context.ts';
import { countLeaderFault, liveNodes } from '../faults.ts';
import { nextTry, reconcilerOf, type Tries } from './record-job.ts';

/** Age in ms from which no upload request waits for a probe any more: an upload responds within 10 s. */
const lateAfterMs = 15_000;
const probesPerTick = 50;

/**
 * Completes media records that are still PROCESSING although no upload request waits for their probe any more. It
 * stores the result of the probe when there is one. It queues the probe again when its job is lost (Redis lost its
 * data, or no node took it in time). A file that makes its probe processes fail goes into quarantine, and its record
 * becomes FAILED.
 */
export const reconcileLateProbes = reconcilerOf({
  name: 'reconcileLateProbes',
  kindOf: () => probeJob,
  watchesLeases: false,
  async pending({ database: { client } }, nowMs) {
    const rows = await client.media.findMany({
      where: { status: 'PROCESSING', createdAt: { lt: new Date(nowMs - lateAfterMs) } },
      orderBy: { createdAt: 'asc' },
      take: probesPerTick,
      select: { id: true, name: true, objectKey: true, sha256: true, sizeBytes: true, accountId: true },
    });
    return rows.map((row) => ({ ...row, mediaId: row.id, sizeBytes: Number(row.sizeBytes), attempt: 1, failures: 0 }));
  },
  payload: ({ mediaId, objectKey, sha256, sizeBytes }) => ({
    ...{ v: WRITTEN_VERSION, mediaId, objectKey, sha256, sizeBytes },
  }),
  async complete(leader, media, { facts }) {
    try {
      await fenced(leader, (tx) => completeMedia(tx, media, facts));
    } catch (error) {
      if (!(error instanceof FramemillError)) throw error;
      await fenced(leader, (tx) => markUnusable(tx, media.id, error.message));
    }
    await announceMedia(leader.redis, media.accountId, media.id);
  },
  // A probe reads one file, so that file is the cause.
  async countFault(leader, { id, name, accountId, sha256 }, failure) {
    if (failure.missingKeys !== undefined) return undefined;
    await fenced(leader, async (tx) => {
      if (!(await isInQuarantine(tx, leader, { accountId, mediaSha256: sha256, mediaId: id }, failure))) return;
      await markUnusable(tx, id, `${quarantineReason(name, failure.message)}.`);
    });
  },
  // The next tick queues the probe again, unless the file is in quarantine now.
  async retry(leader, media) {
    await leader.queues.queue(probeJob.queues.cpu).remove(probeJob.id(media));
    await announceMedia(leader.redis, media.accountId, media.id);
  },
  async giveUp(leader, { id, accountId }, why) {
    await fenced(leader, (tx) => markUnusable(tx, id, why));
    await announceMedia(leader.redis, accountId, id);
  },
});

async function markUnusable(tx: Prisma.TransactionClient, mediaId: string, error: string): Promise<void> {
  await tx.media.updateMany({ where: { id: mediaId, status: 'PROCESSING' }, data: { status: 'FAILED', error } });
}

/** Counts a process that failed while it read a file. Returns whether the file is in quarantine now. */
async function isInQuarantine(
  tx: Prisma.TransactionClient,
  leader: LeaderContext,
  { accountId, mediaSha256, mediaId }: { accountId: string; mediaSha256: string; mediaId: string },
  failure: JobFailure,
): Promise<boolean> {
  const file = { accountId, mediaSha256, renderId: null, liveNodes: liveNodes(leader) };
  const quarantined = await countLeaderFault(tx, leader, file, failure);
  if (quarantined) leader.log.warn({ accountId, mediaSha256, mediaId }, 'an upload is in quarantine');
  return quarantined;
}

/**
 * Maximum number of an account's pending ingests of one part per tick, so that a hundred uploads of one account do not
 * delay the single upload of another.
 */
const ingestsPerAccount = 4;
const ingestsPerTick = 64;

interface PendingIngest extends Tries {
  mediaId: string;
  part: IngestPart;
  accountId: string;
  objectKey: string;
  name: string;
  facts: unknown;
}

/**
 * Completes the pending ingests of media files. A file has one ingest for each part (`picture`, `sound`). Queues
 * missing jobs, stores their results, and tries failed and lost jobs again. Media stays usable after a failed ingest. A
 * file goes into quarantine when the processes that read it have failed too often.
 */
export const reconcileIngests = reconcilerOf({
  name: 'reconcileIngests',
  kindOf: ({ part }: PendingIngest) => ingestJobs[part],
  watchesLeases: true,
  pending: ({ database: { client } }) => client.$queryRaw<PendingIngest[]>`
    SELECT * FROM (
      SELECT i."mediaId", i.part, i.attempt, i.failures, m."accountId", m."objectKey", m.name, m.facts, i."createdAt",
             row_number() OVER (PARTITION BY m."accountId", i.part ORDER BY i."createdAt", i."mediaId") AS turn
      FROM "Ingest" i JOIN "Media" m ON m.id = i."mediaId"
      WHERE i.status = 'PENDING' AND m.status = 'READY' AND m.facts IS NOT NULL
    ) AS waiting WHERE turn <= ${ingestsPerAccount} ORDER BY turn, "createdAt" LIMIT ${ingestsPerTick}`,
  payload: ({ mediaId, accountId, part, attempt, objectKey, facts }) => ({
    ...{ v: WRITTEN_VERSION, mediaId, accountId, part, attempt, objectKey, facts: parseMediaFacts(facts) },
  }),
  async complete(leader, { mediaId, part, accountId }, result) {
    await fenced(leader, async (tx) => {
      const { count } = await tx.ingest.updateMany({
        where: { mediaId, part, status: 'PENDING' },
        data: { status: 'DONE', error: null, result: { ...result }, doneAt: new Date() },
      });
      if (count === 0 || result.poster === null) return;
      await tx.media.updateMany({ where: { id: mediaId }, data: { posterKey: result.poster.objectKey } });
    });
    await announceMedia(leader.redis, accountId, mediaId);
  },
  async countFault(leader, { accountId, mediaId, name }, failure) {
    const { mediaSha256, message } = failure;
    if (mediaSha256 === undefined) return undefined;
    const file = { accountId, mediaSha256, mediaId };
    const quarantined = await fenced(leader, (tx) => isInQuarantine(tx, leader, file, failure));
    return quarantined ? `${quarantineReason(name, message)}.` : undefined;
  },
  async retry(leader, row, why, failures) {
    const { mediaId, part, attempt } = row;
    await fenced(leader, (tx) =>
      tx.ingest.updateMany({
        where: { mediaId, part, status: 'PENDING', attempt },
        data: nextTry(row, why, failures),
      }),
    );
    leader.log.warn({ mediaId, part, attempt, why }, 'an ingest is tried again');
  },
  async giveUp(leader, { mediaId, part, accountId }, error) {
    await fenced(leader, (tx) =>
      tx.ingest.updateMany({
        where: { mediaId, part, status: 'PENDING' },
        data: { status: 'FAILED', error: error.slice(0, 2_000), doneAt: new Date() },
      }),
    );
    await announceMedia(leader.redis, accountId, mediaId);
    leader.log.warn({ mediaId, part, error }, 'an ingest failed');
  },
});
