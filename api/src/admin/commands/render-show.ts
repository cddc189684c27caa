import { renderRecord } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

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
