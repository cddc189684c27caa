import type { Database } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline/errors';
import { type BatchRow, batchColumns } from '../records/batch-record.ts';
import { notifySchedulers } from '../wake.ts';

/** Identifies a batch of an account. */
export interface OwnBatch {
  readonly accountId: string;
  readonly batchId: string;
}

/** Reads a batch of the account. Throws `not_found`. */
export async function findBatch(
  { client }: { readonly client: Pick<Database['client'], 'batch'> },
  { accountId, batchId }: OwnBatch,
): Promise<BatchRow> {
  const row = await client.batch.findFirst({ where: { id: batchId, accountId }, select: batchColumns });
  if (row === null) throw new FramemillError('not_found', `There is no batch "${batchId}".`);
  return row;
}

/**
 * Cancels a batch and its queued items: no item is admitted from then on. Returns the ids of the renders that still
 * run, which the caller must cancel. Throws `not_found`, and `invalid_request` with `conflictCode` for a batch that
 * has ended.
 */
export async function cancelBatchRow({ client }: Database, own: OwnBatch): Promise<string[]> {
  return client.$transaction(async (tx) => {
    const { count } = await tx.batch.updateMany({
      where: { id: own.batchId, accountId: own.accountId, status: 'PROCESSING' },
      data: { status: 'CANCELLED', completedAt: new Date(), waitingFor: null },
    });
    if (count === 0) {
      const { status } = await findBatch({ client: tx }, own);
      const message = `The batch "${own.batchId}" is ${status} and can no longer be cancelled.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'batch_finished', batchStatus: status });
    }
    await tx.batchItem.updateMany({ where: { batchId: own.batchId, status: 'QUEUED' }, data: { status: 'CANCELLED' } });
    await notifySchedulers(tx, 'cancel');
    const renders = await tx.$queryRaw<{ id: string }[]>`
      SELECT r.id FROM "BatchItem" i JOIN "Render" r ON r.id = i."renderId"
      WHERE i."batchId" = ${own.batchId} AND r.status IN ('PENDING', 'PROCESSING')`;
    return renders.map(({ id }) => id);
  });
}

/**
 * Puts the failed and cancelled items of a batch back into its queue and returns their number. Throws `not_found`, and
 * `invalid_request` with `conflictCode` when the batch ended so long ago that its document was swept.
 */
export async function retryBatchItems({ client }: Database, own: OwnBatch): Promise<number> {
  return client.$transaction(async (tx) => {
    // The row lock orders a retry after a cancellation that runs at the same moment.
    const [found] = await tx.$queryRaw<{ isSwept: boolean }[]>`
      SELECT document IS NULL AS "isSwept" FROM "Batch" WHERE id = ${own.batchId} AND "accountId" = ${own.accountId} FOR UPDATE`;
    if (!found) throw new FramemillError('not_found', `There is no batch "${own.batchId}".`);
    if (found.isSwept) {
      const message = `The batch "${own.batchId}" cannot be retried: its copy of the project was deleted. Create a new batch.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'batch_swept' });
    }
    const items = await tx.$executeRaw`
      UPDATE "BatchItem" i SET status = 'QUEUED', error = NULL, "renderId" = NULL
      WHERE i."batchId" = ${own.batchId} AND (i.status IN ('FAILED', 'CANCELLED') OR EXISTS (
        SELECT 1 FROM "Render" r WHERE r.id = i."renderId" AND r.status IN ('FAILED', 'CANCELLED')))`;
    if (items === 0) return 0;
    await tx.batch.update({ where: { id: own.batchId }, data: { status: 'PROCESSING', completedAt: null } });
    await notifySchedulers(tx, 'render');
    return items;
  });
}
