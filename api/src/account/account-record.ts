import { currentPeriod, planFor } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/** Reads an account with its plan, balance and allowances at `now`. */
export async function accountRecord({ database }: ApiDeps, accountId: string, now: Date = new Date()) {
  const [account, balance] = await Promise.all([
    database.client.account.findUnique({ where: { id: accountId } }),
    database.client.ledgerEntry.aggregate({ where: { accountId }, _sum: { delta: true } }),
  ]);
  if (!account) throw new FramemillError('not_found', 'The account of this credential is gone.');
  const plan = planFor(account.plan);
  const period = currentPeriod(account.createdAt, now);
  const resetsAt = period.end.toISOString();
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    plan: { id: plan.id, name: plan.name, features: [...plan.features] },
    credits: { remaining: balance._sum.delta ?? 0, perMonth: plan.creditsPerMonth, resetsAt },
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
