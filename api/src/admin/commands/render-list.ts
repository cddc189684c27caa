import { FramemillError } from '@framemill/timeline';
import { renderStatuses } from '../../renders/render-schema.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';

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
      take: checkLimit(options.limit ?? '50'),
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

function checkLimit(text: string): number {
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new FramemillError('invalid_request', `--limit must be a whole number from 1 to 1000 (got "${text}").`);
}
