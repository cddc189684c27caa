import type { Prisma } from '@framemill/infra';
import { currentPeriod } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { balanceOf } from '../credits/ledger.ts';
import type { ApiDeps } from '../deps.ts';

/** The account of a caller. Throws `not_found` when it was deleted since the credential was checked. */
export async function findAccount({ database }: ApiDeps, id: string): Promise<Prisma.AccountGetPayload<object>> {
  const account = await database.client.account.findUnique({ where: { id } });
  if (!account) throw new FramemillError('not_found', 'The account of this credential is gone.');
  return account;
}

/** An account with its plan, balance and allowances at `now`. */
export async function accountRecord(
  { database, plans }: ApiDeps,
  account: Prisma.AccountGetPayload<object>,
  now: Date = new Date(),
) {
  const remaining = await balanceOf({ database, plans }, account, now);
  const plan = plans.of(account);
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
