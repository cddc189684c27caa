import { type Database, Prisma } from '@framemill/infra';
import { type DeliveryRow, type RenderRow, showDeliveries } from '@framemill/scheduler';

/** Delivery that this process is sending. `delivery.attempts` is the number of this attempt. */
export interface ClaimedDelivery {
  readonly delivery: DeliveryRow;
  readonly render: RenderRow;
  /** Whether the last transfer to the destination was slow. */
  readonly isSlow: boolean;
}

/** Lifetime of a delivery's lease in milliseconds, unless the process renews it. */
export const LEASE_MS = 60_000;

/** Returns the accounts with a delivery that `claimDelivery` would find, other than those in `except`. */
export async function dueAccounts(
  { client }: Database,
  { except, hasSlowPlace }: { except: readonly string[]; hasSlowPlace: boolean },
): Promise<string[]> {
  const due = await client.$queryRaw<{ accountId: string }[]>`
    SELECT DISTINCT "accountId" FROM "Delivery" d
    WHERE ${isDue(new Date(), hasSlowPlace)} AND "accountId" <> ALL(${except}::text[])`;
  return due.map(({ accountId }) => accountId);
}

/** Returns the accounts with a due delivery to a slow destination, other than those in `except`. */
export async function accountsForSlowPlaces({ client }: Database, except: readonly string[]): Promise<string[]> {
  const due = await client.$queryRaw<{ accountId: string }[]>`
    SELECT DISTINCT "accountId" FROM "Delivery" d
    WHERE ${isDue(new Date(), true)} AND NOT ${isToFast} AND "accountId" <> ALL(${except}::text[])`;
  return due.map(({ accountId }) => accountId);
}

/**
 * Claims the delivery of an account that has waited longest: one that is due, or one whose process has not renewed its
 * lease. Without a free slow slot, deliveries to slow destinations are skipped. `null`: there is none.
 */
export async function claimDelivery(
  { client }: Database,
  accountId: string,
  hasSlowPlace: boolean,
  leaseMs: number = LEASE_MS,
): Promise<ClaimedDelivery | null> {
  const now = new Date();
  return client.$transaction(async (tx) => {
    const [next] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Delivery" d WHERE ${isDue(now, hasSlowPlace)} AND "accountId" = ${accountId}
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

function isDue(now: Date, hasSlowPlace: boolean): Prisma.Sql {
  return Prisma.sql`((status = 'PENDING' AND "nextTryAt" <= ${now}::timestamp)
      OR (status = 'SENDING' AND "leaseUntil" < ${now}::timestamp))
    AND (${hasSlowPlace} OR ${isToFast})`;
}

const isToFast = Prisma.sql`NOT EXISTS (SELECT 1 FROM "Destination" t WHERE t.id = d."destinationId" AND t."isSlow")`;

/**
 * Renews the lease of a claimed delivery and stores its progress. Returns the render's row. `null`: another process has
 * the delivery, or it must no longer be sent.
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
