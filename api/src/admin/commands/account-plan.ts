import { planIds } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';

/** Puts an account on another plan; its keys follow within 5 s, renders under way keep what they were admitted with. */
export const accountPlan: AdminCommand = {
  noun: 'account',
  verb: 'plan',
  summary: 'Put an account on another plan',
  argument: 'accountId',
  options: { plan: { value: '<plan>', description: planIds.join(', '), required: true } },
  async run({ argument: id, options }, context) {
    const plan = oneOf('plan', options.plan, planIds);
    const { client } = context.database();
    const before = await client.account.findUnique({ where: { id }, select: { plan: true } });
    if (before === null) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
    await client.account.update({ where: { id }, data: { plan } });
    return { id, plan, before: before.plan };
  },
};
