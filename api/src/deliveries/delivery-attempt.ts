import { type Database, Prisma } from '@framemill/infra';
import {
  type DeliveryRow,
  type RenderEvent,
  type RenderRecord,
  type RenderRow,
  recordRenderEvent,
  renderRecord,
  showDeliveries,
  writeMirror,
} from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import type { DeliveryFault } from '../destinations/delivery-fault.ts';
import { isIdLike } from '../ids.ts';
import { renderNotFound } from '../renders/render-lookup.ts';
import { retryDelayMs } from '../webhooks/retry-schedule.ts';

/**
 * Delivery of a file that this process has claimed and is sending. `delivery.attempts` is the number of this attempt.
 */
export interface ClaimedDelivery {
  readonly delivery: DeliveryRow;
  readonly render: RenderRow;
  /** Whether the last transfer to the destination was slow. */
  readonly isSlow: boolean;
}

/**
 * Duration, in milliseconds, of a lease: a process's claim on a delivery. The process renews the lease while it sends.
 */
export const LEASE_MS = 60_000;

/**
 * Returns the accounts that have a due delivery which `claimDelivery` could claim.
 * Accounts in `except` are left out. Deliveries to slow destinations count only if `hasSlowSlot` is true, which means
 * that a slot for them is free.
 */
export async function dueAccounts(
  { client }: Database,
  { except, hasSlowSlot }: { except: readonly string[]; hasSlowSlot: boolean },
): Promise<string[]> {
  const due = await client.$queryRaw<{ accountId: string }[]>`
    SELECT DISTINCT "accountId" FROM "Delivery" d
    WHERE ${isDue(new Date(), hasSlowSlot)} AND "accountId" <> ALL(${except}::text[])`;
  return due.map(({ accountId }) => accountId);
}

/** Returns the accounts with a due delivery to a slow destination, other than those in `except`. */
export async function accountsForSlowSlots({ client }: Database, except: readonly string[]): Promise<string[]> {
  const due = await client.$queryRaw<{ accountId: string }[]>`
    SELECT DISTINCT "accountId" FROM "Delivery" d
    WHERE ${isDue(new Date(), true)} AND NOT ${isToFast} AND "accountId" <> ALL(${except}::text[])`;
  return due.map(({ accountId }) => accountId);
}

/**
 * Claims the delivery of an account that has waited longest since it was due, and returns the delivery.
 * A delivery is due at the time of its next attempt. A claimed delivery is due again when the process that claimed it
 * has not renewed the lease in time. Deliveries to slow destinations are skipped if `hasSlowSlot` is false. Returns
 * `null` when no delivery is due.
 */
export async function claimDelivery(
  { client }: Database,
  accountId: string,
  hasSlowSlot: boolean,
  leaseMs: number = LEASE_MS,
): Promise<ClaimedDelivery | null> {
  const now = new Date();
  return client.$transaction(async (tx) => {
    const [next] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Delivery" d WHERE ${isDue(now, hasSlowSlot)} AND "accountId" = ${accountId}
      ORDER BY "nextTryAt" LIMIT 1 FOR UPDATE SKIP LOCKED`;
    if (next === undefined) return null;
    const delivery = await tx.delivery.update({
      where: { id: next.id },
      data: { status: 'SENDING', attempts: { increment: 1 }, leaseUntil: new Date(now.getTime() + leaseMs) },
    });
    const where = { id: delivery.destinationId, accountId };
    const destination = await tx.destination.findFirst({ where, select: { isSlow: true } });
    return {
      ...{ delivery, isSlow: destination?.isSlow ?? false },
      render: await showDeliveries(tx, delivery.renderId),
    };
  });
}

function isDue(now: Date, hasSlowSlot: boolean): Prisma.Sql {
  return Prisma.sql`((status = 'PENDING' AND "nextTryAt" <= ${now}::timestamp)
      OR (status = 'SENDING' AND "leaseUntil" < ${now}::timestamp))
    AND (${hasSlowSlot} OR ${isToFast})`;
}

const isToFast = Prisma.sql`NOT EXISTS (SELECT 1 FROM "Destination" t WHERE t.id = d."destinationId" AND t."isSlow")`;

/**
 * Renews the lease of a claimed delivery, stores its progress, and returns the render's row.
 * Returns `null` when another process has claimed the delivery, or when it must no longer be sent.
 */
export async function renewLease(
  { client }: Database,
  { id, attempts, renderId }: Pick<DeliveryRow, 'id' | 'attempts' | 'renderId'>,
  sentBytes: number,
  leaseMs: number = LEASE_MS,
): Promise<RenderRow | null> {
  return client.$transaction(async (tx) => {
    const { count } = await tx.delivery.updateMany({
      where: { id, attempts, status: 'SENDING' },
      data: { leaseUntil: new Date(Date.now() + leaseMs), sentBytes: BigInt(sentBytes) },
    });
    return count > 0 ? showDeliveries(tx, renderId) : null;
  });
}

/**
 * Outcome of an attempt to deliver a file.
 * `interrupted`: this process is stopping, and the transfer itself did not fail. `waits`: the transfer gave its slot to
 * another account; the value is the reason shown to users.
 */
export type AttemptOutcome =
  | { url: string; sizeBytes: number }
  | { fault: DeliveryFault }
  | { waits: string }
  | 'interrupted';

/** Result of recording an attempt. */
export interface FinishedAttempt {
  readonly result: 'delivered' | 'retried' | 'failed' | 'interrupted' | 'waits';
  readonly render: RenderRow;
  /** Event to publish for the render; null unless every file of the render is now delivered or failed. */
  readonly event: RenderEvent | null;
}

const open = ['WAITING', 'PENDING', 'SENDING'];

/**
 * Records the outcome and the progress of an attempt in one transaction.
 * The transaction also records the render's event if every file of the render is now delivered or failed. Returns
 * `null`, and records nothing, when another process has claimed the delivery in the meantime.
 */
export async function finishAttempt(
  { client }: Database,
  delivery: DeliveryRow,
  { outcome, sentBytes }: { outcome: AttemptOutcome; sentBytes: number },
  delaysMs?: readonly number[],
): Promise<FinishedAttempt | null> {
  const { id, attempts, renderId } = delivery;
  const { result, data } = changeOf(delivery, outcome, delaysMs);
  return client.$transaction(async (tx) => {
    const { count } = await tx.delivery.updateMany({
      where: { id, attempts, status: 'SENDING' },
      data: { sentBytes: BigInt(sentBytes), ...data, leaseUntil: null },
    });
    if (count === 0) return null;
    if (result === 'delivered') await tx.deliveryPart.deleteMany({ where: { deliveryId: id } });
    const render = await showDeliveries(tx, renderId);
    const rows = await tx.delivery.findMany({ where: { renderId }, select: { status: true } });
    const isLast = rows.every(({ status }) => !open.includes(status));
    if (!isLast) return { result, render, event: null };
    const event = rows.every(({ status }) => status === 'DELIVERED') ? 'render.delivered' : 'render.delivery_failed';
    return { result, render: await recordRenderEvent(tx, event, render), event };
  });
}

function changeOf({ round }: DeliveryRow, outcome: AttemptOutcome, delaysMs?: readonly number[]) {
  const now = new Date();
  if (outcome === 'interrupted') {
    return { result: 'interrupted' as const, data: { status: 'PENDING', nextTryAt: now } };
  }
  if ('url' in outcome) {
    const { url, sizeBytes } = outcome;
    const size = BigInt(sizeBytes);
    const data = { status: 'DELIVERED', url, sizeBytes: size, sentBytes: size, error: null, nextTryAt: null };
    return { result: 'delivered' as const, data: { ...data, uploadId: null, deliveredAt: now } };
  }
  if ('waits' in outcome) {
    return { result: 'waits' as const, data: { status: 'PENDING', error: outcome.waits, nextTryAt: now } };
  }
  const { message: error, retryable } = outcome.fault;
  const delayMs = retryable ? retryDelayMs(round + 1, Math.random(), delaysMs) : null;
  if (delayMs === null) {
    return { result: 'failed' as const, data: { status: 'FAILED', error, round: round + 1, nextTryAt: null } };
  }
  const nextTryAt = new Date(now.getTime() + delayMs);
  return { result: 'retried' as const, data: { status: 'PENDING', error, round: round + 1, nextTryAt } };
}

/** Value of `conflictCode` when a render has no file to send again. */
export const NOTHING_TO_RETRY = 'nothing_to_retry';

/**
 * Sends the undelivered files of a render again at once: the files whose delivery failed, and the files that wait for
 * another attempt. Each file gets the full number of retries again. Throws `not_found` for an unknown render, and
 * `invalid_request` (409) when there are no such files.
 */
export async function retryDeliveries(
  { database, redis, log }: ApiDeps,
  accountId: string,
  renderId: string,
): Promise<RenderRecord> {
  if (!isIdLike(renderId)) throw renderNotFound();
  const render = { id: renderId, accountId, parentId: null };
  const row = await database.client.$transaction(async (tx) => {
    const { count } = await tx.delivery.updateMany({
      where: { renderId, render, OR: [{ status: 'FAILED' }, { status: 'PENDING', attempts: { gt: 0 } }] },
      data: { status: 'PENDING', round: 0, nextTryAt: new Date() },
    });
    if (count > 0) return showDeliveries(tx, renderId);
    if ((await tx.render.count({ where: render })) === 0) throw renderNotFound();
    const message = 'The render has no delivery to retry: none has failed, or the render has no destination.';
    throw new FramemillError('invalid_request', message, { conflictCode: NOTHING_TO_RETRY });
  });
  const record = renderRecord(row);
  await writeMirror(redis, accountId, record).catch((error: unknown) =>
    log.warn({ err: error, renderId }, 'the render mirror could not be written'),
  );
  return record;
}
