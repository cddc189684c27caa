import type { QualityLimits } from '@framemill/compositor/catalog';
import type { Prisma } from '@framemill/infra';
import type { Document } from '@framemill/timeline';
import type { BatchDelivery, BatchWishes } from './batch-wishes.ts';

type BatchRow = Prisma.BatchGetPayload<Prisma.BatchDefaultArgs>;

/** Batch whose items are being admitted, with its document. */
export interface OpenBatch extends Omit<BatchRow, 'document' | 'outputs' | 'delivery' | 'qc'> {
  readonly document: Document;
  readonly wishes: BatchWishes;
  readonly delivery: BatchDelivery | null;
  readonly qc: QualityLimits | null;
}
