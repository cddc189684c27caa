import { limitNames, ownLimits } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { accountUse } from '../../usage/account-use.ts';
import type { AdminCommand } from '../define-command.ts';

/** Shows an account, its limits, and its current use of every shared resource. */
export const accountShow: AdminCommand = {
  noun: 'account',
  verb: 'show',
  summary: 'Show an account, its limits and what it uses now: slots, work that waits, bytes, seconds',
  argument: 'accountId|email',
  options: {},
  async run({ argument }, context) {
    const database = await context.database();
    const account = await database.client.account.findFirst({
      where: { OR: [{ id: argument }, { email: argument.trim().toLowerCase() }] },
    });
    if (account === null) throw new FramemillError('not_found', `There is no account ${argument}. See "account list".`);
    const { id, email, plan: planId, status } = account;
    const plan = context.plans.of(account);
    const use = await accountUse({ database, redis: await context.redis() }, { id, plan });
    const limits = Object.fromEntries(limitNames.map((name) => [name, plan[name]]));
    return { id, email, plan: planId, status, limits, ownLimits: ownLimits(account.limits), ...use };
  },
};
