import type { Prisma } from '@framemill/infra';
import { currentPeriod, planFor } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { creditBalance } from '../credits/ledger.ts';
import { grantMonthlyCredits } from '../credits/monthly-credits.ts';
import type { ApiDeps } from '../deps.ts';

/** The account of a caller. Throws `not_found` when it was deleted since the credential was checked. */
export async function findAccount({ database }: ApiDeps, id: string): Promise<Prisma.AccountGetPayload<object>> {
  const account = await database.client.account.findUnique({ where: { id } });
  if (!account) throw new FramemillError('not_found', 'The account of this credential is gone.');
  return account;
}

/** An account with its plan, balance and allowances at `now`. */
export async function accountRecord(
  { database }: ApiDeps,
  account: Prisma.AccountGetPayload<object>,
  now: Date = new Date(),
) {
  // The first look of a month writes the month's credits.
  const remaining = await database.client.$transaction(async (tx) => {
    await grantMonthlyCredits(tx, account, now);
    return creditBalance(tx, account.id);
  });
  const plan = planFor(account.plan);
  const period = currentPeriod(account.createdAt, now);
  const resetsAt = period.end.toISOString();
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: { id: plan.id, name: plan.name, features: [...plan.features] },
    credits: { remaining, perMonth: plan.creditsPerMonth, resetsAt },
    exports: {
      // The count is set back by the first render of a month, not by the clock.
      used: account.periodStart < period.start ? 0 : account.exportsUsed,
      limit: plan.exportsPerMonth,
      resetsAt,
    },
    limits: {
      maxProjects: plan.maxProjects,
      maxExportHeight: plan.maxExportHeight,
      maxUploadMb: plan.maxUploadMb,
      maxConcurrentRenders: plan.concurrentRenders,
    },
  };
}
