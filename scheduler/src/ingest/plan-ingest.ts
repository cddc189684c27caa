import type { Prisma } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { ingestPartsOf } from '../protocol/index.ts';

/**
 * Records the ingest parts of a probed media file, in the transaction that makes it READY, so that no file is missed.
 * The leader then reconciles them. Existing parts are not changed.
 */
export async function planIngest(tx: Prisma.TransactionClient, mediaId: string, facts: MediaFacts): Promise<void> {
  const parts = ingestPartsOf(facts);
  await tx.ingest.createMany({ data: parts.map((part) => ({ mediaId, part })), skipDuplicates: true });
}
