import type { Prisma } from '@framemill/infra';
import { type RenderEvent, type RenderRow, renderRecord } from '../records/index.ts';
import type { OutboxKind, OutboxRecords } from './outbox-records.ts';

/** PostgreSQL channel on which is told that there are events in the outbox. A hint: look from time to time as well. */
export const outboxChannel = 'framemill_outbox';

/** An event of one kind, written in the transaction of what it tells. */
export interface NewEvent<Kind extends OutboxKind> {
  readonly type: Kind;
  readonly accountId: string;
  readonly renderId?: string;
  /** The one app that it concerns; absent: all of the account. */
  readonly appId?: string;
  /** What it is about, as it is sent. */
  readonly payload: OutboxRecords[Kind];
}

/**
 * Writes an event into the outbox, in the transaction of the change that it tells of: there is an event exactly when that
 * was committed. Readers: see the model `OutboxEvent`.
 */
export async function recordEvent<Kind extends OutboxKind>(
  tx: Prisma.TransactionClient,
  event: NewEvent<Kind>,
): Promise<void> {
  await tx.outboxEvent.create({ data: { ...event, payload: { ...event.payload } } });
  await tx.$executeRaw`SELECT pg_notify(${outboxChannel}, ${event.type})`;
}

/** Records an event of a render. `row` is the render as changed. Nothing is told of a further output: its render has the events. */
export async function recordRenderEvent(
  tx: Prisma.TransactionClient,
  type: RenderEvent,
  row: RenderRow,
): Promise<void> {
  if (row.parentId !== null) return;
  await recordEvent(tx, { type, accountId: row.accountId, renderId: row.id, payload: renderRecord(row) });
}
