import { renderStatuses } from '../../renders/render-schema.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';
import { wholeNumber } from '../whole-number.ts';

/** Lists renders of all accounts, newest first. */
export const renderList: AdminCommand = {
  noun: 'render',
  verb: 'list',
  summary: 'List renders, newest first',
  argument: null,
  options: {
    account: { value: '<id>', description: 'Only those of this account' },
    status: { value: '<status>', description: 'Only those in this state, for example PROCESSING' },
    limit: { value: '<n>', description: 'At most so many, 1-1000; 50 when absent' },
  },
  async run({ options }, context) {
    const status =
      options.status === undefined ? undefined : oneOf('status', options.status.toUpperCase(), renderStatuses);
    const rows = await (await context.database()).client.render.findMany({
      where: { accountId: options.account, status },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: wholeNumber('limit', options.limit ?? '50', 1, 1_000),
    });
    return rows.map((row) => ({
      id: row.id,
      accountId: row.accountId,
      status: row.status,
      progress: row.progress,
      format: row.format,
      frames: `${row.doneFrames}/${row.totalFrames}`,
      createdAt: row.createdAt.toISOString(),
    }));
  },
};
