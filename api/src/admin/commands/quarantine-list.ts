import { listQuarantine } from '@framemill/scheduler';
import type { AdminCommand } from '../define-command.ts';

/** Lists quarantined source files: renders may not use them, because they crashed the processes that read them. */
export const quarantineList: AdminCommand = {
  noun: 'quarantine',
  verb: 'list',
  summary: 'List media that renders may not use',
  argument: null,
  options: { account: { value: '<id>', description: 'Only those of this account' } },
  async run({ options }, context) {
    const found = await listQuarantine({ database: await context.database() }, options.account);
    return found.map((media) => ({ ...media, quarantinedAt: media.quarantinedAt.toISOString() }));
  },
};
