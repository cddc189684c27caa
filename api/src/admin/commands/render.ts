import { renderRecord } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { renderStatuses } from '../../renders/render-schema.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf, wholeNumber } from '../option-values.ts';

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

/** Shows one render with its tasks: ranges of frames, audio mix and muxing. */
export const renderShow: AdminCommand = {
  noun: 'render',
  verb: 'show',
  summary: 'Show a render and its tasks',
  argument: 'renderId',
  options: {},
  async run({ argument: id }, context) {
    const row = await (await context.database()).client.render.findUnique({
      where: { id },
      include: { tasks: { orderBy: { createdAt: 'asc' } } },
    });
    if (!row) throw new FramemillError('not_found', `There is no render ${id}. See "render list".`);
    const tasks = row.tasks.map(({ id: taskId, kind, status, frames, attempts, failures }) => {
      return { id: taskId, kind, status, frames, attempts, failures };
    });
    return { accountId: row.accountId, ...renderRecord(row), tasks };
  },
};

/** Cancels a render of any account and returns its export to the account's export allowance. */
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

/**
 * Creates a new render from a failed or cancelled render of any account, with the same document. Segments that were
 * completed are reused.
 */
export const renderRetry: AdminCommand = {
  noun: 'render',
  verb: 'retry',
  summary: 'Render a failed or cancelled render anew',
  argument: 'renderId',
  options: {},
  async run({ argument: renderId }, context) {
    const scheduler = await context.scheduler();
    return { retryOf: renderId, ...(await scheduler.retry(renderId)) };
  },
};
