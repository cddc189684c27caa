import { FramemillError } from '@framemill/timeline';
import { upgradeMonthlyCredits } from '../../credits/monthly-credits.ts';
import { lockAccountRow } from '../../database/lock-account-row.ts';
import type { AdminCommand } from '../define-command.ts';
import { planNamed } from '../plan-named.ts';

/**
 * Moves an account to another plan. Its keys follow within 5 s; renders in progress keep their limits.
 * A larger plan's monthly credits are added at once; those of a smaller plan apply from the next month.
 */
export const accountPlan: AdminCommand = {
  noun: 'account',
  verb: 'plan',
  summary: 'Put an account on another plan',
  argument: 'accountId',
  options: { plan: { value: '<plan>', description: 'One of "plan list"', required: true } },
  async run({ argument: id, options }, context) {
    const { id: plan } = planNamed(context.plans, options.plan);
    const { client } = await context.database();
    const before = await client.$transaction(async (tx) => {
      await lockAccountRow(tx, id);
      const account = await tx.account.findUnique({ where: { id } });
      if (account === null) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
      await upgradeMonthlyCredits(tx, context.plans, account, { ...account, plan }, new Date());
      await tx.account.update({ where: { id }, data: { plan } });
      return account.plan;
    });
    return { id, plan, before };
  },
};
