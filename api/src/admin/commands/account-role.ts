import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';

/** Sets the role of an account: `admin` gives access to the operators' pages, `user` removes it. */
export const accountRole: AdminCommand = {
  noun: 'account',
  verb: 'role',
  summary: 'Make an account an admin, or a user again',
  argument: 'accountId',
  options: {
    role: {
      value: 'admin|user',
      description: 'admin: operates the farm in the Studio and sees /admin/queues',
      required: true,
    },
  },
  async run({ argument: id, options }, context) {
    const role = oneOf('role', options.role, ['admin', 'user']);
    const { count } = await (await context.database()).client.account.updateMany({ where: { id }, data: { role } });
    if (count === 0) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
    return { id, role };
  },
};
