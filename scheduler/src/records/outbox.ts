import type { Prisma } from '@framemill/infra';
import type { RenderEvent } from './record-mirror.ts';
import { type RenderRow, renderRecord } from './render-record.ts';

/** PostgreSQL channel on which is told that there are events in the outbox. A hint: look from time to time as well. */
export const outboxChannel = 'framemill_outbox';

/**
 * Writes an event of a render into the outbox, in the transaction that changes the render: there is an event exactly when
 * the change was committed. `row` is the render as changed. Readers: see the model `OutboxEvent`.
 */
export async function recordEvent(tx: Prisma.TransactionClient, type: RenderEvent, row: RenderRow): Promise<void> {
  const payload = { ...renderRecord(row) };
  await tx.outboxEvent.create({ data: { type, accountId: row.accountId, renderId: row.id, payload } });
  await tx.$executeRaw`SELECT pg_notify(${outboxChannel}, ${type})`;
}
