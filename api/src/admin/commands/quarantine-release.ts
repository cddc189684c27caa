import { releaseQuarantine } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

/** Removes a file from quarantine and resets its failures, so that renders may use it again. */
export const quarantineRelease: AdminCommand = {
  noun: 'quarantine',
  verb: 'release',
  summary: 'Let renders use a file again',
  argument: 'mediaSha256',
  options: { account: { value: '<id>', description: 'Account that the file belongs to', required: true } },
  async run({ argument: mediaSha256, options }, context) {
    const accountId = options.account ?? '';
    const released = await releaseQuarantine({ database: await context.database() }, { accountId, mediaSha256 });
    if (released) return { accountId, mediaSha256, released };
    const message = `No file ${mediaSha256} of the account ${accountId} is in quarantine. See "quarantine list".`;
    throw new FramemillError('not_found', message);
  },
};
