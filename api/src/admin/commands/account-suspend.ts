import { FramemillError } from '@framemill/timeline';
import { suspendAccount } from '../../account/restrict-account.ts';
import type { AdminCommand } from '../define-command.ts';

/** Suspends an account. Its apps are refused as well. */
export const accountSuspend: AdminCommand = {
  noun: 'account',
  verb: 'suspend',
  summary: 'Suspend an account; its keys, tokens and apps are refused within 5 s',
  argument: 'accountId',
  options: {
    until: { value: '<date>', description: 'End, such as 2027-01-31T00:00:00Z; until it is lifted when absent' },
    reason: { value: '<text>', description: 'Shown to the account' },
  },
  async run({ argument: id, options }, context) {
    const until = readDate(options.until);
    await suspendAccount(await context.database(), id, { until, reason: options.reason ?? null });
    return { id, status: 'suspended', until: until?.toISOString() ?? null };
  },
};

function readDate(text: string | undefined): Date | null {
  if (text === undefined) return null;
  const date = new Date(text);
  if (date > new Date()) return date;
  throw new FramemillError('invalid_request', `--until must be a date in the future (got "${text}").`);
}
