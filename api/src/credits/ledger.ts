import { type Prisma, readTotals } from '@framemill/infra';
import { currentPeriod, type Plans, recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { newId } from '../ids.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { type CreditedAccount, grantMonthlyCredits, monthlyGrantRef } from './monthly-credits.ts';

/** Fraction of the month's credits at or below which the balance counts as low. */
const LOW_SHARE = 0.1;

/**
 * Ledger of credits. It is append-only; the balance of an account is the sum of its entries, which a total keeps.
 * Charges lock the account's row until their transaction ends, so that two charges never spend the same credits.
 */

/** Returns the balance of an account, in credits. The caller must first grant the credits of the current month. */
export async function creditBalance(tx: Prisma.TransactionClient, accountId: string): Promise<number> {
  const { credits } = await readTotals(tx, accountId, ['credits']);
  return credits.amount;
}

/** Account as API responses show it. Its balance includes the credits of the current month. */
export interface AccountNow extends CreditedAccount {
  email: string;
  name: string;
  exportsUsed: number;
  periodStart: Date;
  balance: number;
}

/**
 * Reads an account with its balance at `now`. Returns null when the account does not exist.
 * Runs one SQL statement, except for the first read of a month, which also grants the month's credits.
 */
export async function readAccountNow(
  { database: { client }, plans }: Pick<ApiDeps, 'database' | 'plans'>,
  accountId: string,
  now: Date = new Date(),
): Promise<AccountNow | null> {
  const [found] = await client.$queryRaw<(AccountNow & { lastGrant: string | null })[]>`
    SELECT a."id", a."email", a."name", a."plan", a."limits", a."requestsPerMinute", a."createdAt", a."exportsUsed",
      a."periodStart",
      (SELECT COALESCE(SUM(t."amount"), 0)::int FROM "Total" t WHERE t."accountId" = a."id" AND t."kind" = 'credits')
        AS "balance",
      (SELECT l."ref" FROM "LedgerEntry" l WHERE l."accountId" = a."id" AND l."kind" = 'grant'
        ORDER BY l."createdAt" DESC LIMIT 1) AS "lastGrant"
    FROM "Account" a WHERE a."id" = ${accountId}`;
  if (!found) return null;
  const { lastGrant, ...account } = found;
  if (lastGrant === monthlyGrantRef(account, now)) return account;
  const balance = await client.$transaction(async (tx) => {
    await grantMonthlyCredits(tx, plans, account, now);
    return creditBalance(tx, accountId);
  });
  return { ...account, balance };
}

/**
 * Reads the balance of an account, including the credits of the current month. Throws `not_found` when the account was
 * deleted.
 */
export async function balanceNow(deps: Pick<ApiDeps, 'database' | 'plans'>, accountId: string): Promise<number> {
  const account = await readAccountNow(deps, accountId);
  if (!account) throw new FramemillError('not_found', 'The account no longer exists. Use another account.');
  return account.balance;
}

/**
 * Charges `credits` (more than 0) before the paid work begins, and returns the charge's id for a refund.
 * Throws `insufficient_credits` with `remaining`, and charges nothing, when the balance is too small. A charge that
 * brings the balance to a tenth of the month's credits or below records the event `credits.low`. A charge that spends
 * the last credit records `credits.exhausted`.
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
    const message =
      `This call costs ${credits} credits, but the account has only ${balance}. Nothing was charged. ` +
      'Wait for the credits of next month, or ask the operator for more.';
    throw new FramemillError('insufficient_credits', message, { remaining: balance });
  }
  const chargeId = newId('led');
  await tx.ledgerEntry.create({ data: { id: chargeId, accountId, delta: -credits, kind: 'charge', reason } });
  const remaining = balance - credits;
  await tellWhenLow(tx, plans, account, { before: balance, remaining }, now);
  return { chargeId, remaining };
}

/**
 * Refunds a charge. Repeated calls for the same charge have no effect. Throws `not_found` when there is no such charge.
 */
export async function refundIn(tx: Prisma.TransactionClient, chargeId: string, reason: string): Promise<void> {
  const charge = await tx.ledgerEntry.findFirst({ where: { id: chargeId, kind: 'charge' } });
  if (!charge) throw new FramemillError('not_found', `There is no charge ${chargeId}. Check the id.`);
  const entry = { id: newId('led'), accountId: charge.accountId, delta: -charge.delta, kind: 'refund', reason };
  await tx.ledgerEntry.createMany({ data: [{ ...entry, ref: `refund:${chargeId}` }], skipDuplicates: true });
}

/** Adds credits that do not expire. */
export async function addCredits(
  client: Pick<Prisma.TransactionClient, 'ledgerEntry'>,
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
  if (remaining > 0 && (remaining > low || before <= low)) return;
  const resetsAt = currentPeriod(createdAt, now).end.toISOString();
  const type = remaining === 0 ? 'credits.exhausted' : 'credits.low';
  await recordEvent(tx, { type, accountId, payload: { remaining, perMonth, resetsAt } });
}
