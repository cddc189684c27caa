import type { Prisma } from '@framemill/infra';
import { newId } from './ids.ts';
import { type RenderRow, renderDelivery } from './records/index.ts';

/** Destination to which the files of a completed render are delivered. */
export interface DeliveryOrder {
  readonly destinationId: string;
  /** Kind of the destination: `s3`, `put` or `sftp`. */
  readonly kind: string;
  /** Customer's reference for the video, used in the names of its files. */
  readonly reference?: string;
  /** Customer's name for the video; when absent or empty, the name of the project is used. */
  readonly name?: string;
}

/**
 * Records a pending delivery for each file of a render, in the transaction that inserts the render: no crash can leave
 * the render without its deliveries. Nothing is sent before the render is complete. Returns the render's changed row.
 */
export async function orderDeliveries(
  tx: Prisma.TransactionClient,
  row: Pick<RenderRow, 'id' | 'accountId' | 'outputs'>,
  order: DeliveryOrder,
): Promise<RenderRow> {
  const files = Array.isArray(row.outputs) ? row.outputs.length : 1;
  const { destinationId, kind, reference = '', name = '' } = order;
  await tx.delivery.createMany({
    data: Array.from({ length: files }, (_, outputIndex) => {
      const { id: renderId, accountId } = row;
      return { id: newId('del'), accountId, renderId, outputIndex, destinationId, kind, reference, name };
    }),
  });
  return showDeliveries(tx, row.id);
}

/**
 * Starts the deliveries of a render that has completed, or cancels them when the render failed or was cancelled. Runs
 * in the transaction that ends the render. Returns the changed row; the row of a render without deliveries is returned
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

/**
 * Copies the state of a render's deliveries into the render's row, in the transaction that changed a delivery. Returns
 * the changed row.
 */
export async function showDeliveries(tx: Prisma.TransactionClient, renderId: string): Promise<RenderRow> {
  // Two deliveries of one render may end at the same moment: without the lock, the later write would contain an
  // outdated state of the other delivery.
  await tx.$queryRaw`SELECT 1 FROM "Render" WHERE id = ${renderId} FOR UPDATE`;
  const rows = await tx.delivery.findMany({ where: { renderId }, orderBy: { outputIndex: 'asc' } });
  return tx.render.update({ where: { id: renderId }, data: { deliveries: rows.map(renderDelivery) } });
}
