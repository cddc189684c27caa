import type { Prisma } from '@framemill/infra';
import { currentPeriod, type PlannedAccount, type Plans } from '@framemill/scheduler';
import { newId } from '../ids.ts';
import { lockAccountRow } from '../lock-account-row.ts';

/** Columns of an account row that determine its monthly credits. */
export interface CreditedAccount extends PlannedAccount {
  id: string;
  createdAt: Date;
}

/** Returns the reference (`ref`) of the ledger entry that grants the credits of the month containing `now`. */
export function monthlyGrantRef(account: CreditedAccount, now: Date): string {
  return grantRef(account, currentPeriod(account.createdAt, now).start);
}

/**
 * Grants the credits of the month containing `now`, once per month, however often it is called.
 * Unspent monthly credits of earlier months expire. Credits that an operator added do not expire, and are spent after
 * the monthly ones.
 */
export async function grantMonthlyCredits(
  tx: Prisma.TransactionClient,
  plans: Plans,
  account: CreditedAccount,
  now: Date,
): Promise<void> {
  const { start } = currentPeriod(account.createdAt, now);
  const ref = grantRef(account, start);
  const isGranted = () => tx.ledgerEntry.findUnique({ where: { ref }, select: { id: true } });
  // Checked before locking: in nearly all calls the month's credits are already granted.
  if (await isGranted()) return;
  await lockAccountRow(tx, account.id);
  // Checked again under the lock: a call that waited for another one would count the new credits as the old month's
  // remainder.
  if (await isGranted()) return;
  const left = await leftOfLastGrant(tx, account.id);
  const month = start.toISOString().slice(0, 10);
  const { creditsPerMonth, name } = plans.of(account);
  const entries: Prisma.LedgerEntryCreateManyInput[] = [
    {
      id: newId('led'),
      accountId: account.id,
      delta: creditsPerMonth,
      kind: 'grant',
      ref,
      reason: `${name}, month of ${month}`,
    },
  ];
  if (left > 0) {
    const reason = `left over before ${month}`;
    const expiry = { id: newId('led'), accountId: account.id, delta: -left, kind: 'expiry', reason };
    entries.unshift({ ...expiry, ref: `expiry:${account.id}:${start.toISOString()}` });
  }
  await tx.ledgerEntry.createMany({ data: entries, skipDuplicates: true });
}

/**
 * Grants the credits that an account lacks in this month under the plan and limits that it is about to get.
 * An upgrade takes effect at once. A downgrade removes no credits, and a later upgrade in the same month does not grant
 * the same credits twice. The caller must lock the account's row first.
 */
export async function upgradeMonthlyCredits(
  tx: Prisma.TransactionClient,
  plans: Plans,
  account: CreditedAccount,
  wanted: PlannedAccount,
  now: Date,
): Promise<void> {
  await grantMonthlyCredits(tx, plans, account, now);
  const plan = plans.of(wanted);
  const { start } = currentPeriod(account.createdAt, now);
  const grant = await tx.ledgerEntry.findUniqueOrThrow({ where: { ref: grantRef(account, start) } });
  const missing = plan.creditsPerMonth - (await grantedWithUpgrades(tx, grant));
  if (missing <= 0) return;
  const reason = `upgrade to ${plan.name}, month of ${start.toISOString().slice(0, 10)}`;
  const ref = `${grant.ref}:${plan.id}:${plan.creditsPerMonth}`;
  await tx.ledgerEntry.create({
    data: { id: newId('led'), accountId: account.id, delta: missing, kind: 'upgrade', ref, reason },
  });
}

/** Returns the unspent credits of the last monthly grant; 0 when there was no grant. */
async function leftOfLastGrant(tx: Prisma.TransactionClient, accountId: string): Promise<number> {
  const last = await tx.ledgerEntry.findFirst({
    where: { accountId, kind: 'grant' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!last) return 0;
  const granted = await grantedWithUpgrades(tx, last);
  // A refund of an older charge must not raise the remainder above the grant.
  return Math.min(granted, Math.max(0, granted + (await spentSince(tx, accountId, last.createdAt))));
}

/** Sums the charges and refunds of an account from a time on, in credits; below 0: charges exceed refunds. */
async function spentSince(tx: Prisma.TransactionClient, accountId: string, time: Date): Promise<number> {
  // The totals begin with the part of a day in which the time lies; the entries of that part before it are subtracted.
  const [row] = await tx.$queryRaw<{ spent: number }[]>`
    SELECT (
      COALESCE((SELECT SUM(t."amount") FROM "Total" t
        WHERE t."accountId" = p."id" AND t."kind" = 'spent' AND t."since" >= p."begin"), 0)
      - COALESCE((SELECT SUM(l."delta") FROM "LedgerEntry" l
        WHERE l."accountId" = p."id" AND l."kind" IN ('charge', 'refund') AND l."createdAt" >= p."begin"
          AND l."createdAt" < ${time}::timestamp), 0))::int AS "spent"
    FROM (
      SELECT "id", "day_part"(${time}::timestamp, "createdAt") AS "begin" FROM "Account" WHERE "id" = ${accountId}
    ) p`;
  return row?.spent ?? 0;
}

interface Grant {
  accountId: string;
  delta: number;
  ref: string | null;
}

/** Returns the credits of a monthly grant, including those that upgrades in that month added. */
async function grantedWithUpgrades(tx: Prisma.TransactionClient, grant: Grant): Promise<number> {
  const where = { accountId: grant.accountId, kind: 'upgrade', ref: { startsWith: `${grant.ref}:` } };
  const { _sum } = await tx.ledgerEntry.aggregate({ where, _sum: { delta: true } });
  return grant.delta + (_sum.delta ?? 0);
}

function grantRef({ id }: CreditedAccount, start: Date): string {
  return `grant:${id}:${start.toISOString()}`;
}
