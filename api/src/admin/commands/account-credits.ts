import { FramemillError } from '@framemill/timeline';
import { addCredits, creditBalance } from '../../credits/ledger.ts';
import { grantMonthlyCredits } from '../../credits/monthly-credits.ts';
import type { AdminCommand } from '../define-command.ts';
import { wholeNumber } from '../whole-number.ts';

/** Adds credits on top of the plan's, and returns the new balance. */
export const accountCredits: AdminCommand = {
  noun: 'account',
  verb: 'credits',
  summary: 'Add credits to an account; they stay until they are spent',
  argument: 'accountId',
  options: {
    add: { value: '<n>', description: 'How many, 1-1000000', required: true },
    reason: { value: '<text>', description: 'Kept in the ledger; "top-up" when absent' },
  },
  async run({ argument: id, options }, context) {
    const added = wholeNumber('add', options.add, 1, 1_000_000);
    const database = await context.database();
    const account = await database.client.account.findUnique({ where: { id } });
    if (account === null) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
    await addCredits(database, { accountId: id, credits: added, reason: options.reason ?? 'top-up' });
    const remaining = await database.client.$transaction(async (tx) => {
      await grantMonthlyCredits(tx, context.plans, account, new Date());
      return creditBalance(tx, id);
    });
    return { id, added, remaining };
  },
};
