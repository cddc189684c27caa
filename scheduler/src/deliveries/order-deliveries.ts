import type { Prisma } from '@framemill/infra';
import { newId } from '../ids.ts';
import type { RenderRow } from '../records/index.ts';
import { showDeliveries } from './show-deliveries.ts';

/** Where the files of a render go once it is complete. */
export interface DeliveryOrder {
  readonly destinationId: string;
  /** Kind of the destination: `s3`, `put` or `sftp`. */
  readonly kind: string;
  /** What the customer calls the film, for the names of its files. */
  readonly reference?: string;
  /** As `reference`; the name of the project when it is absent or empty. */
  readonly name?: string;
}

/**
 * Notes a delivery for each file of a render, in the transaction that inserts it: whatever dies, a render that is there has its
 * deliveries. Nothing is sent before the render is complete. Gives the row as changed.
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
