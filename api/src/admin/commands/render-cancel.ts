import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

/** Cancels a render of any account and refunds its export. */
export const renderCancel: AdminCommand = {
  noun: 'render',
  verb: 'cancel',
  summary: 'Cancel a render that has not finished',
  argument: 'renderId',
  options: {},
  async run({ argument: renderId }, context) {
    const row = await (await context.database()).client.render.findUnique({
      where: { id: renderId },
      select: { accountId: true },
    });
    if (!row) throw new FramemillError('not_found', `There is no render ${renderId}. See "render list".`);
    const scheduler = await context.scheduler();
    return scheduler.cancel({ accountId: row.accountId, renderId });
  },
};
