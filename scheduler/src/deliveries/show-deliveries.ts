import type { Prisma } from '@framemill/infra';
import { type RenderRow, renderDelivery } from '../records/index.ts';

/** Writes into a render's row how its deliveries stand, in the transaction that changed one. Gives the row as changed. */
export async function showDeliveries(tx: Prisma.TransactionClient, renderId: string): Promise<RenderRow> {
  // Two files of one render may end at the same moment: without the lock the later one would show the other as it was.
  await tx.$queryRaw`SELECT 1 FROM "Render" WHERE id = ${renderId} FOR UPDATE`;
  const rows = await tx.delivery.findMany({ where: { renderId }, orderBy: { outputIndex: 'asc' } });
  return tx.render.update({ where: { id: renderId }, data: { deliveries: rows.map(renderDelivery) } });
}
