import type { Prisma, Redis } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { type IngestPart, type IngestResult, ingestJobs, ingestPartsOf, redisChannels } from './protocol/index.ts';

/**
 * Inserts a row for each part of the ingest (derived files such as the preview proxy) of a probed media file. Runs in
 * the transaction that sets the media to READY, so that no file is missed; the leader then queues the jobs. Existing
 * rows are not changed.
 */
export async function planIngest(tx: Prisma.TransactionClient, mediaId: string, facts: MediaFacts): Promise<void> {
  const parts = ingestPartsOf(facts);
  await tx.ingest.createMany({ data: parts.map((part) => ({ mediaId, part })), skipDuplicates: true });
}

/**
 * Sets a media record to READY with the metadata from its probe, and plans the ingest of the file in the same
 * transaction, so that every usable file is ingested. Both the waiting upload and the leader call this function.
 * Returns false, and changes nothing, when the record is no longer PROCESSING or does not exist.
 */
export async function completeMedia(
  tx: Prisma.TransactionClient,
  { id, name }: { id: string; name: string },
  facts: MediaFacts,
): Promise<boolean> {
  const { kind, mimeType, width, height, durationSec, fps, hasAudio } = facts;
  const named = nameOfProbed(name, facts);
  const { count } = await tx.media.updateMany({
    where: { id, status: 'PROCESSING' },
    data: {
      ...{
        kind,
        mimeType,
        width,
        height,
        durationSec,
        fps,
        hasAudio,
        facts: { ...facts },
        status: 'READY',
        error: null,
      },
      // Write the name only when the probe has a better one: the user may have renamed the record meanwhile.
      ...(named === name ? {} : { name: named }),
    },
  });
  if (count > 0) await planIngest(tx, id, facts);
  return count > 0;
}

/**
 * Returns the name of a media record after its probe. A font whose name is only its file name gets the name of its
 * family; the name of every other record does not change.
 */
export function nameOfProbed(name: string, { font }: Pick<MediaFacts, 'font'>): string {
  return font && /\.(?:ttf|otf|woff2?)$/i.test(name) ? font.family : name;
}

/** Database row of one part of a media file's ingest. */
export interface IngestRow {
  readonly part: string;
  readonly status: string;
  readonly error: string | null;
  readonly result: unknown;
}

/**
 * Returns the result that one part of an ingest produced; null while that part is pending, when it failed, and for
 * files without that part.
 */
export function madeOf(ingests: readonly IngestRow[], part: IngestPart): IngestResult | null {
  const row = ingests.find((candidate) => candidate.part === part && candidate.status === 'DONE');
  return row ? ingestJobs[part].parseResult(row.result) : null;
}

/**
 * Publishes to the account's open pages that one of its media files was added, changed or removed. Best effort: errors
 * of Redis are ignored, and pages that miss the message are up to date again a moment later.
 */
export async function announceMedia(redis: Redis, accountId: string, mediaId: string): Promise<void> {
  const event = JSON.stringify({ type: 'media', mediaId });
  await redis.publish(redisChannels.accountEvents(accountId), event).catch(() => undefined);
}
