import type { Prisma } from '@framemill/infra';
import { releaseDeliveries } from './deliveries.ts';
import type { BatchRecord } from './records/batch-record.ts';
import { isFinal, type RenderEvent, type RenderRecord, type RenderRow, renderRecord } from './records/index.ts';

/** PostgreSQL NOTIFY channel for new outbox events. Best effort: also poll. */
export const outboxChannel = 'framemill_outbox';

/** Outbox event of one kind, written in the transaction of the change that it reports. */
export interface NewEvent<Kind extends OutboxKind> {
  readonly type: Kind;
  readonly accountId: string;
  readonly renderId?: string;
  /** Id of the only app that the event concerns; absent: all apps of the account. */
  readonly appId?: string;
  /** Record of the reported project object (such as a render), as it is sent to receivers. */
  readonly payload: OutboxRecords[Kind];
}

/**
 * Writes an event into the outbox, in the transaction of the change that it reports: the event exists exactly when the
 * change was committed. For readers of the outbox see the model `OutboxEvent`.
 */
export async function recordEvent<Kind extends OutboxKind>(
  tx: Prisma.TransactionClient,
  event: NewEvent<Kind>,
): Promise<void> {
  await tx.outboxEvent.create({ data: { ...event, payload: { ...event.payload } } });
  await tx.$executeRaw`SELECT pg_notify(${outboxChannel}, ${event.type})`;
}

/**
 * Records an event of a render. When the render has ended, this also starts or cancels the render's deliveries. `row`
 * is the changed render. Returns the row after these further changes. Additional outputs get no events, because the
 * events of their render cover them.
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

/** Event kinds of the outbox, with the record that each event carries. The names are those of the webhooks. */
export interface OutboxRecords {
  'render.started': RenderRecord;
  'render.completed': RenderRecord;
  'render.failed': RenderRecord;
  'render.cancelled': RenderRecord;
  'render.delivered': RenderRecord;
  'render.delivery_failed': RenderRecord;
  'batch.completed': BatchRecord;
  'credits.low': CreditsBalance;
  'credits.exhausted': CreditsBalance;
  'app.suspended': SuspendedApp;
  'comment.created': ProjectComment;
  'comment.resolved': ProjectComment;
  'telegram.end_user.first_seen': EndUser;
  'telegram.end_user.blocked': EndUser;
  'telegram.end_user.limit_reached': EndUser;
}

/** Kind of an outbox event. */
export type OutboxKind = keyof OutboxRecords;

/** Comment on a project, as the API shows it. Times are ISO 8601 in UTC, or seconds of the project. */
export interface ProjectComment {
  readonly id: string;
  readonly projectId: string;
  readonly parentId: string | null;
  readonly timeSec: number;
  readonly endSec: number | null;
  readonly point: { readonly x: number; readonly y: number } | null;
  readonly text: string;
  readonly author: { readonly via: string; readonly name: string };
  readonly resolvedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Credits that an account has left this month. `resetsAt` is ISO 8601 in UTC. */
export interface CreditsBalance {
  readonly remaining: number;
  readonly perMonth: number;
  readonly resetsAt: string;
}

/** App that an operator has suspended. */
export interface SuspendedApp {
  readonly id: string;
  readonly name: string;
  readonly status: string;
}

/**
 * Telegram user who writes to a bot. Times are ISO 8601 in UTC; `dailyLimit` and `usedToday` count renders of today
 * (UTC).
 */
export interface EndUser {
  readonly user: string;
  readonly username: string | null;
  readonly firstName: string | null;
  readonly blocked: boolean;
  readonly dailyLimit: number;
  readonly usedToday: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
}
