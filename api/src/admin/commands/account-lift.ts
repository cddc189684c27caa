import { liftRestriction } from '../../account/restrict-account.ts';
import type { AdminCommand } from '../define-command.ts';

/** Ends a suspension or ban. */
export const accountLift: AdminCommand = {
  noun: 'account',
  verb: 'lift',
  summary: 'End a suspension or ban; what a ban revoked stays revoked',
  argument: 'accountId',
  options: {},
  async run({ argument: id }, context) {
    await liftRestriction(await context.database(), id);
    return { id, status: 'active' };
  },
};
