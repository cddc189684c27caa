import type { Prisma } from '@framemill/infra';
import { currentPeriod, type PlannedAccount, type Plans } from '@framemill/scheduler';
import { lockAccountRow } from '../database/lock-account-row.ts';
import { newId } from '../ids.ts';

/** What an account row says about its months. */
export interface CreditedAccount extends PlannedAccount {
  id: string;
  createdAt: Date;
}

/** What the ledger's entry of the credits of the month that holds `now` is found by. */
export function monthlyGrantRef(account: CreditedAccount, now: Date): string {
  return grantRef(account, currentPeriod(account.createdAt, now).start);
}

/**
 * Writes the credits of the month that holds `now`, once, whoever asks how often. What was left of the month before goes:
 * monthly credits do not pile up. Credits that were added by hand stay; the monthly ones are spent first.
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
  // Asked before the lock: nearly always the month's credits are there.
  if (await isGranted()) return;
  await lockAccountRow(tx, account.id);
  // And again under it: who waited for another look of the month would take the new credits for what the old month left.
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
 * Brings the credits of the month that holds `now` up to those of the plan and limits that `account` is about to get: an
 * upgrade counts at once, going down and up again adds nothing, a smaller plan takes nothing away. Hold the account's row before.
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

/** Monthly credits that were granted last and not spent since; 0 when there was no grant. */
async function leftOfLastGrant(tx: Prisma.TransactionClient, accountId: string): Promise<number> {
  const last = await tx.ledgerEntry.findFirst({
    where: { accountId, kind: 'grant' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!last) return 0;
  const granted = await grantedWithUpgrades(tx, last);
  const { _sum } = await tx.ledgerEntry.aggregate({
    where: { accountId, kind: { in: ['charge', 'refund'] }, createdAt: { gte: last.createdAt } },
    _sum: { delta: true },
  });
  // A refund of a charge of the month before cannot make more of a grant than it was.
  return Math.min(granted, Math.max(0, granted + (_sum.delta ?? 0)));
}

interface Grant {
  accountId: string;
  delta: number;
  ref: string | null;
}

/** A month's grant with what upgrades in that month added to it. */
async function grantedWithUpgrades(tx: Prisma.TransactionClient, grant: Grant): Promise<number> {
  const where = { accountId: grant.accountId, kind: 'upgrade', ref: { startsWith: `${grant.ref}:` } };
  const { _sum } = await tx.ledgerEntry.aggregate({ where, _sum: { delta: true } });
  return grant.delta + (_sum.delta ?? 0);
}

function grantRef({ id }: CreditedAccount, start: Date): string {
  return `grant:${id}:${start.toISOString()}`;
}
