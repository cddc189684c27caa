import type { Prisma } from '@framemill/infra';
import { releaseDeliveries } from '../deliveries/release-deliveries.ts';
import { isFinal, type RenderEvent, type RenderRow, renderRecord } from '../records/index.ts';
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

/**
 * Records an event of a render and, when it tells of the end, has its files delivered. `row` is the render as changed; gives it as it is then.
 * Nothing is told of a further output: its render has the events.
 */
export async function recordRenderEvent(
  tx: Prisma.TransactionClient,
  type: RenderEvent,
  row: RenderRow,
): Promise<RenderRow> {
  if (row.parentId !== null) return row;
  const released = isFinal(row.status) ? await releaseDeliveries(tx, row) : row;
  await recordEvent(tx, {
    type,
    accountId: released.accountId,
    renderId: released.id,
    payload: renderRecord(released),
  });
  return released;
}
