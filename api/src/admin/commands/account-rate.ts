import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';
import { wholeNumber } from '../whole-number.ts';

/** Sets an account's own rate limit in requests per minute, or restores that of its plan. */
export const accountRate: AdminCommand = {
  noun: 'account',
  verb: 'rate',
  summary: 'Give an account its own rate limit, within 5 s',
  argument: 'accountId',
  options: {
    to: { value: '<n>|plan', description: 'Requests a minute, 1-1000000; plan: as its plan says', required: true },
  },
  async run({ argument: id, options: { to } }, context) {
    const requestsPerMinute = to === 'plan' ? null : wholeNumber('to', to, 1, 1_000_000);
    const { client } = await context.database();
    const { count } = await client.account.updateMany({ where: { id }, data: { requestsPerMinute } });
    if (count === 0) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
    return { id, requestsPerMinute };
  },
};
