import type { BatchRecord } from '../records/batch-record.ts';
import type { RenderRecord } from '../records/index.ts';

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
  'telegram.end_user.first_seen': EndUser;
  'telegram.end_user.blocked': EndUser;
  'telegram.end_user.limit_reached': EndUser;
}

/** Kind of an outbox event. */
export type OutboxKind = keyof OutboxRecords;

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
