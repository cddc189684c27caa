import { banAccount } from '../../account/restrict-account.ts';
import type { AdminCommand } from '../define-command.ts';

/** Bans an account permanently. */
export const accountBan: AdminCommand = {
  noun: 'account',
  verb: 'ban',
  summary: 'Ban an account: also revokes its keys, OAuth grants and sessions',
  argument: 'accountId',
  options: { reason: { value: '<text>', description: 'Shown to the account' } },
  async run({ argument: id, options }, context) {
    await banAccount(await context.database(), id, options.reason ?? null);
    return { id, status: 'banned' };
  },
};
