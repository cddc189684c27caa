import { FramemillError } from '@framemill/timeline';
import { hashPassword } from '../../account/password.ts';
import type { AdminCommand } from '../define-command.ts';
import { readPassword } from '../read-password.ts';

/** Sets an account's password and ends all its sessions. API keys and connected apps stay valid. */
export const accountPassword: AdminCommand = {
  noun: 'account',
  verb: 'password',
  summary: 'Give an account another password; who is signed in must sign in again',
  argument: 'accountId|email',
  options: {
    'password-from': {
      value: '<stdin or a variable>',
      description: 'Where the password is: stdin, or an environment variable',
      required: true,
    },
  },
  async run({ argument, options }, context) {
    const passwordHash = await hashPassword(await readPassword(options['password-from'] ?? ''));
    const { client } = await context.database();
    return client.$transaction(async (tx) => {
      const where = { OR: [{ id: argument }, { email: argument.trim().toLowerCase() }] };
      const account = await tx.account.findFirst({ where, select: { id: true, email: true } });
      if (account === null)
        throw new FramemillError('not_found', `There is no account ${argument}. See "account list".`);
      await tx.account.update({ where: { id: account.id }, data: { passwordHash } });
      const { count } = await tx.session.deleteMany({ where: { accountId: account.id } });
      return { ...account, sessionsEnded: count };
    });
  },
};
