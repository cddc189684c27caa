import { currentPeriod } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { type Static, Type } from '@framemill/timeline/typebox';
import { type AccountNow, readAccountNow } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';

/** Response of sign-up and sign-in. */
export const SignedInSchema = Type.Object({
  account: Type.Object({
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    plan: Type.String(),
    role: Type.String({ description: '`user` or `admin`.' }),
  }),
});

/**
 * Reads the caller's account as of `now`. Throws `not_found` when the account was deleted after the credential was
 * checked.
 */
export async function findAccount(deps: ApiDeps, id: string, now: Date = new Date()): Promise<AccountNow> {
  const account = await readAccountNow(deps, id, now);
  if (!account)
    throw new FramemillError(
      'not_found',
      'The account of this key, token or session no longer exists. Use another account.',
    );
  return account;
}

/** Builds the account record that the API returns, with plan, balance and allowances at `now`. */
export function accountRecord({ plans }: Pick<ApiDeps, 'plans'>, account: AccountNow, now: Date = new Date()) {
  const plan = plans.of(account);
  const period = currentPeriod(account.createdAt, now);
  const resetsAt = period.end.toISOString();
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: { id: plan.id, name: plan.name, features: [...plan.features] },
    credits: { remaining: account.balance, perMonth: plan.creditsPerMonth, resetsAt },
    exports: {
      // The stored count is reset by the first render of a month, not by the clock, so an older period counts as 0.
      used: account.periodStart < period.start ? 0 : account.exportsUsed,
      limit: plan.exportsPerMonth,
      resetsAt,
    },
    limits: {
      maxProjects: plan.maxProjects,
      maxExportHeight: plan.maxExportHeight,
      maxUploadMb: plan.maxUploadMb,
      maxConcurrentRenders: plan.concurrentRenders,
      exportsKeptDays: plan.exportsKeptDays,
    },
  };
}

/** Builds the response of sign-up and sign-in from an account row. */
export function signedIn(row: Static<typeof SignedInSchema>['account']): Static<typeof SignedInSchema> {
  const { id, email, name, plan, role } = row;
  return { account: { id, email, name, plan, role } };
}
