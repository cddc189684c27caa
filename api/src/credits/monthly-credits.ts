import type { Prisma } from '@framemill/infra';
import { currentPeriod, planFor } from '@framemill/scheduler';
import { holdAccount } from '../account/hold-account.ts';
import { newId } from '../ids.ts';

/** What an account row says about its months. */
export interface CreditedAccount {
  id: string;
  plan: string;
  createdAt: Date;
}

/**
 * Writes the credits of the month that holds `now`, once, whoever asks how often. What was left of the month before goes:
 * monthly credits do not pile up. Credits that were added by hand stay; the monthly ones are spent first.
 */
export async function grantMonthlyCredits(
  tx: Prisma.TransactionClient,
  account: CreditedAccount,
  now: Date,
): Promise<void> {
  const { start } = currentPeriod(account.createdAt, now);
  const ref = `grant:${account.id}:${start.toISOString()}`;
  const isGranted = () => tx.ledgerEntry.findUnique({ where: { ref }, select: { id: true } });
  // Asked before the lock: nearly always the month's credits are there.
  if (await isGranted()) return;
  await holdAccount(tx, account.id);
  // And again under it: who waited for another look of the month would take the new credits for what the old month left.
  if (await isGranted()) return;
  const left = await leftOfLastGrant(tx, account.id);
  const month = start.toISOString().slice(0, 10);
  const { creditsPerMonth, name } = planFor(account.plan);
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

/** Monthly credits that were granted last and not spent since; 0 when there was no grant. */
async function leftOfLastGrant(tx: Prisma.TransactionClient, accountId: string): Promise<number> {
  const last = await tx.ledgerEntry.findFirst({
    where: { accountId, kind: 'grant' },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  if (!last) return 0;
  const { _sum } = await tx.ledgerEntry.aggregate({
    where: { accountId, kind: { in: ['charge', 'refund'] }, createdAt: { gte: last.createdAt } },
    _sum: { delta: true },
  });
  // A refund of a charge of the month before cannot make more of a grant than it was.
  return Math.min(last.delta, Math.max(0, last.delta + (_sum.delta ?? 0)));
}
