import type { Prisma } from '@framemill/infra';
import { newId } from '../ids.ts';
import type { RenderRow } from '../records/index.ts';
import { showDeliveries } from './show-deliveries.ts';

/** Destination to which the files of a completed render are delivered. */
export interface DeliveryOrder {
  readonly destinationId: string;
  /** Kind of the destination: `s3`, `put` or `sftp`. */
  readonly kind: string;
  /** Customer's reference for the video, used in the names of its files. */
  readonly reference?: string;
  /** Customer's name for the video; the name of the project when it is absent or empty. */
  readonly name?: string;
}

/**
 * Records a pending delivery for each file of a render, in the transaction that inserts the render: no crash can leave
 * the render without its deliveries. Nothing is sent before the render is complete. Returns the changed row.
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
