import type { Database, Prisma } from '@framemill/infra';
import { currentPeriod, type Plans, recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { lockAccountRow } from '../account/lock-account-row.ts';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { type CreditedAccount, grantMonthlyCredits, monthlyGrantRef } from './monthly-credits.ts';

/** Share of the month's credits below which the balance is low. */
const LOW_SHARE = 0.1;

/**
 * Credits are an append-only ledger; the sum of an account's entries is its balance. Every change below holds the account's
 * row until its transaction ends, so that two charges never both find the last credits.
 */

/** Balance of an account, with the month's credits in it. */
export async function creditBalance(tx: Prisma.TransactionClient, accountId: string): Promise<number> {
  const { _sum } = await tx.ledgerEntry.aggregate({ where: { accountId }, _sum: { delta: true } });
  return _sum.delta ?? 0;
}

/** Balance of an account, with the month's credits in it, for an answer. */
export async function balanceNow(deps: Pick<ApiDeps, 'database' | 'plans'>, accountId: string): Promise<number> {
  return balanceOf(deps, await deps.database.client.account.findUniqueOrThrow({ where: { id: accountId } }));
}

/** The same of an account that was read already: one statement, apart from the first look of a month. */
export async function balanceOf(
  { database: { client }, plans }: Pick<ApiDeps, 'database' | 'plans'>,
  account: CreditedAccount,
  now: Date = new Date(),
): Promise<number> {
  const granted = monthlyGrantRef(account, now);
  const [found] = await client.$queryRaw<{ balance: number; isGranted: boolean }[]>`
    SELECT COALESCE(SUM("delta"), 0)::int AS "balance", COALESCE(BOOL_OR("ref" = ${granted}), false) AS "isGranted"
    FROM "LedgerEntry" WHERE "accountId" = ${account.id}`;
  if (found?.isGranted) return found.balance;
  return client.$transaction(async (tx) => {
    await grantMonthlyCredits(tx, plans, account, now);
    return creditBalance(tx, account.id);
  });
}

/**
 * Takes `credits` (more than 0) before the work that they pay for begins, and returns the charge's id for a refund. Throws
 * `insufficient_credits` with `remaining` when there are fewer; nothing is taken then. The charge that takes the balance below
 * a tenth of the month's credits records `credits.low`, the one that takes the last credit `credits.exhausted`.
 */
export async function chargeIn(
  tx: Prisma.TransactionClient,
  plans: Plans,
  { accountId, credits, reason }: { accountId: string; credits: number; reason: string },
  now: Date = new Date(),
): Promise<{ chargeId: string; remaining: number }> {
  await lockAccountRow(tx, accountId);
  const account = await tx.account.findUniqueOrThrow({ where: { id: accountId } });
  await grantMonthlyCredits(tx, plans, account, now);
  const balance = await creditBalance(tx, accountId);
  if (balance < credits) {
    const message = `This costs ${credits} credits and ${balance} are left. Nothing was charged.`;
    throw new FramemillError('insufficient_credits', message, { remaining: balance });
  }
  const chargeId = newId('led');
  await tx.ledgerEntry.create({ data: { id: chargeId, accountId, delta: -credits, kind: 'charge', reason } });
  const remaining = balance - credits;
  await tellWhenLow(tx, plans, account, { before: balance, remaining }, now);
  return { chargeId, remaining };
}

/** Gives a charge back, at most once whatever calls it how often. Throws `not_found` when there is no such charge. */
export async function refundIn(tx: Prisma.TransactionClient, chargeId: string, reason: string): Promise<void> {
  const charge = await tx.ledgerEntry.findFirst({ where: { id: chargeId, kind: 'charge' } });
  if (!charge) throw new FramemillError('not_found', `There is no charge ${chargeId}.`);
  const entry = { id: newId('led'), accountId: charge.accountId, delta: -charge.delta, kind: 'refund', reason };
  await tx.ledgerEntry.createMany({ data: [{ ...entry, ref: `refund:${chargeId}` }], skipDuplicates: true });
}

/** Adds credits that stay until they are spent. */
export async function addCredits(
  { client }: Database,
  { accountId, credits, reason }: { accountId: string; credits: number; reason: string },
): Promise<void> {
  await client.ledgerEntry.create({ data: { id: newId('led'), accountId, delta: credits, kind: 'top_up', reason } });
}

async function tellWhenLow(
  tx: Prisma.TransactionClient,
  plans: Plans,
  account: CreditedAccount,
  { before, remaining }: { before: number; remaining: number },
  now: Date,
): Promise<void> {
  const { id: accountId, createdAt } = account;
  const perMonth = plans.of(account).creditsPerMonth;
  const low = perMonth * LOW_SHARE;
  if (remaining > 0 && (remaining >= low || before < low)) return;
  const resetsAt = currentPeriod(createdAt, now).end.toISOString();
  const type = remaining === 0 ? 'credits.exhausted' : 'credits.low';
  await recordEvent(tx, { type, accountId, payload: { remaining, perMonth, resetsAt } });
}
