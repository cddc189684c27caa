import type { Prisma } from '@framemill/infra';
import { type RenderRow, renderDelivery } from '../records/index.ts';

/**
 * Writes the state of a render's deliveries into its row, in the transaction that changed a delivery. Returns the
 * changed row.
 */
export async function showDeliveries(tx: Prisma.TransactionClient, renderId: string): Promise<RenderRow> {
  // Two deliveries of one render may end at the same moment: without the lock, the later write would contain an
  // outdated state of the other delivery.
  await tx.$queryRaw`SELECT 1 FROM "Render" WHERE id = ${renderId} FOR UPDATE`;
  const rows = await tx.delivery.findMany({ where: { renderId }, orderBy: { outputIndex: 'asc' } });
  return tx.render.update({ where: { id: renderId }, data: { deliveries: rows.map(renderDelivery) } });
}
