import type { Prisma } from '@framemill/infra';
import type { Document } from '@framemill/timeline';

type BatchRow = Prisma.BatchGetPayload<Prisma.BatchDefaultArgs>;

/** A batch whose items are being admitted, with its document. */
export interface OpenBatch extends Omit<BatchRow, 'document'> {
  readonly document: Document;
}
