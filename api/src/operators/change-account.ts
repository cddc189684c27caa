import { isDeepStrictEqual } from 'node:util';
import { type Database, Prisma } from '@framemill/infra';
import { ownLimits, type Plan, type PlannedAccount, type Plans } from '@framemill/scheduler';
import { accountNotFound } from '../account/account-facts.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { upgradeMonthlyCredits } from '../credits/monthly-credits.ts';
import { lockAccountRow } from '../lock-account-row.ts';
import { entryOf, type OperatedAccount } from './restrict-account.ts';

/** Limits of its own that an account has in place of those of its plan, by name; null: unlimited. */
export type OwnLimits = ReturnType<typeof ownLimits>;

/** Change of an account. What is absent stays. */
export interface AccountChange {
  readonly plan?: Plan;
  /** Returns the account's own limits after the change, from those before it. */
  readonly limits?: (own: OwnLimits) => OwnLimits;
}

/** Plan and limits of an account after a change. */
export interface ChangedAccount {
  /** Id of the plan before the change. */
  readonly before: string;
  readonly plan: string;
  readonly own: OwnLimits;
  /** Plan of the account with its own limits applied. */
  readonly limits: Plan;
}

/** Returns the limits of its own that an account has, its rate limit included. */
export function ownLimitsOf({ limits, requestsPerMinute }: PlannedAccount): OwnLimits {
  return { ...ownLimits(limits), ...(requestsPerMinute == null ? {} : { requestsPerMinute }) };
}

/**
 * Moves an account to another plan, or changes the limits that it has in place of the plan's.
 * Its API keys have the new limits within 5 s; renders in progress keep the limits with which they were admitted. The
 * additional monthly credits of a larger plan are granted at once. A smaller plan changes the credits from the next
 * month on. Throws `not_found`.
 */
export function changeAccount(
  { database: { client }, plans }: { database: Database; plans: Plans },
  account: OperatedAccount,
  change: AccountChange,
): Promise<ChangedAccount> {
  const { id } = account;
  return client.$transaction(async (tx) => {
    await lockAccountRow(tx, id);
    const row = await tx.account.findUnique({ where: { id } });
    if (row === null) throw accountNotFound(id);
    const before = ownLimitsOf(row);
    const own = change.limits?.(before) ?? before;
    const { requestsPerMinute = null, ...limits } = own;
    const plan = change.plan?.id ?? row.plan;
    const planned = { plan, limits, requestsPerMinute };
    await upgradeMonthlyCredits(tx, plans, row, planned, new Date());
    const stored = Object.keys(limits).length === 0 ? Prisma.DbNull : limits;
    await tx.account.update({
      where: { id },
      data: { plan, requestsPerMinute, limits: stored, limitsChangedAt: new Date() },
    });
    if (plan !== row.plan) await recordAudit(tx, entryOf(account, 'account.plan', { before: row.plan, plan }));
    if (!isDeepStrictEqual(own, before)) await recordAudit(tx, entryOf(account, 'account.limits', { limits: own }));
    return { before: row.plan, plan, own, limits: plans.of(planned) };
  });
}
