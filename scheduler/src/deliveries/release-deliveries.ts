import type { Prisma } from '@framemill/infra';
import type { RenderRow } from '../records/index.ts';
import { showDeliveries } from './show-deliveries.ts';

/**
 * Starts the deliveries of a render that has completed, or cancels them when it failed or was cancelled. Runs in the
 * transaction that ends the render. Returns the changed row; the row of a render without deliveries is returned
 * unchanged.
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
