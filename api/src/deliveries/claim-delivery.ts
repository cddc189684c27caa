import { type Database, Prisma } from '@framemill/infra';
import { type DeliveryRow, type RenderRow, showDeliveries } from '@framemill/scheduler';

/** A delivery that this process sends now. `delivery.attempts` is the number of this attempt. */
export interface ClaimedDelivery {
  readonly delivery: DeliveryRow;
  readonly render: RenderRow;
}

/** For how long a delivery belongs to the process that took it, unless the process renews that. */
export const LEASE_MS = 60_000;

/** Whether `claimDelivery` would find one: a question without a transaction. */
export async function isDeliveryDue({ client }: Database, except: readonly string[]): Promise<boolean> {
  const due = await client.$queryRaw<unknown[]>`SELECT 1 FROM "Delivery" WHERE ${isDue(new Date(), except)} LIMIT 1`;
  return due.length > 0;
}

/**
 * Takes the delivery that has waited longest, of none of the accounts in `except`: one whose time has come, or one whose process has not renewed
 * its lease. null: there is none.
 */
export async function claimDelivery(
  { client }: Database,
  except: readonly string[],
  leaseMs: number = LEASE_MS,
): Promise<ClaimedDelivery | null> {
  const now = new Date();
  return client.$transaction(async (tx) => {
    const [next] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id FROM "Delivery" WHERE ${isDue(now, except)}
      ORDER BY "nextTryAt" LIMIT 1 FOR UPDATE SKIP LOCKED`;
    if (next === undefined) return null;
    const delivery = await tx.delivery.update({
      where: { id: next.id },
      data: { status: 'SENDING', attempts: { increment: 1 }, leaseUntil: new Date(now.getTime() + leaseMs) },
    });
    return { delivery, render: await showDeliveries(tx, delivery.renderId) };
  });
}

function isDue(now: Date, except: readonly string[]): Prisma.Sql {
  return Prisma.sql`((status = 'PENDING' AND "nextTryAt" <= ${now}::timestamp)
      OR (status = 'SENDING' AND "leaseUntil" < ${now}::timestamp))
    AND "accountId" <> ALL(${except}::text[])`;
}

/** Keeps a claimed delivery for another while. False: another process has it, or it is not to be sent any more. */
export async function renewLease(
  { client }: Database,
  { id, attempts }: Pick<DeliveryRow, 'id' | 'attempts'>,
  leaseMs: number = LEASE_MS,
): Promise<boolean> {
  const { count } = await client.delivery.updateMany({
    where: { id, attempts, status: 'SENDING' },
    data: { leaseUntil: new Date(Date.now() + leaseMs) },
  });
  return count > 0;
}
