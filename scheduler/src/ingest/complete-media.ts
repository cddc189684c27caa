import type { Prisma } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { nameOfProbed } from './name-of-probed.ts';
import { planIngest } from './plan-ingest.ts';

/**
 * Makes a media record READY with what its probe found, and notes its ingest in the same transaction, so that no file that can be
 * used is forgotten. The upload that waits and the leader both call it: false, and nothing changes, when the record is no longer
 * PROCESSING or is gone.
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
      // Only what the probe says better: somebody may have renamed it by now.
      ...(named === name ? {} : { name: named }),
    },
  });
  if (count > 0) await planIngest(tx, id, facts);
  return count > 0;
}
