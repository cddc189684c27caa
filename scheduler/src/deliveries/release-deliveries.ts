import type { Prisma } from '@framemill/infra';
import type { RenderRow } from '../records/index.ts';
import { showDeliveries } from './show-deliveries.ts';

/**
 * Has the files of a render that has just ended sent, or takes its deliveries back when it has no files: in the transaction that ends it.
 * Gives the row as changed; a render without deliveries stays as it is.
 */
export async function releaseDeliveries(tx: Prisma.TransactionClient, row: RenderRow): Promise<RenderRow> {
  if (row.deliveries === null) return row;
  const data =
    row.status === 'COMPLETED'
      ? { status: 'PENDING', nextTryAt: new Date() }
      : { status: 'CANCELLED', nextTryAt: null };
  await tx.delivery.updateMany({ where: { renderId: row.id, status: 'WAITING' }, data });
  return showDeliveries(tx, row.id);
}
