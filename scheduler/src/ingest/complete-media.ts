import type { Prisma } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { nameOfProbed } from './name-of-probed.ts';
import { planIngest } from './plan-ingest.ts';

/**
 * Sets a media record to READY with the facts from its probe, and records its ingest in the same transaction, so that
 * every usable file is ingested. Both the waiting upload and the leader call it. Returns false, and changes nothing,
 * when the record is no longer PROCESSING or does not exist.
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
