import { PLANS, planFor } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

/** Puts an account on another plan; its keys follow within 5 s, renders under way keep what they were admitted with. */
export const accountPlan: AdminCommand = {
  noun: 'account',
  verb: 'plan',
  summary: 'Put an account on another plan',
  argument: 'accountId',
  options: { plan: { value: '<plan>', description: Object.keys(PLANS).join(', '), required: true } },
  async run({ argument: id, options }, context) {
    const plan = checkPlan(options.plan ?? '');
    const { client } = context.database();
    const before = await client.account.findUnique({ where: { id }, select: { plan: true } });
    if (before === null) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
    await client.account.update({ where: { id }, data: { plan } });
    return { id, plan, before: before.plan };
  },
};

function checkPlan(text: string): string {
  if (Object.hasOwn(PLANS, text)) return planFor(text).id;
  const names = Object.keys(PLANS).join(', ');
  throw new FramemillError('invalid_request', `--plan must be one of ${names} (got "${text}").`);
}
