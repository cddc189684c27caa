import type { Prisma } from '@framemill/infra';
import type { MediaFacts } from '@framemill/timeline';
import { ingestPartsOf } from '../protocol/index.ts';

/**
 * Notes that a probed media file is to be ingested. In the transaction that makes it READY, so that none is forgotten; the
 * leader sees to the rest. What is noted already stays as it is.
 */
export async function planIngest(tx: Prisma.TransactionClient, mediaId: string, facts: MediaFacts): Promise<void> {
  const parts = ingestPartsOf(facts);
  await tx.ingest.createMany({ data: parts.map((part) => ({ mediaId, part })), skipDuplicates: true });
}
