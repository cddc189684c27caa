import { appStates } from '../../apps/app-record.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';

/** Lists apps, newest first. */
export const appList: AdminCommand = {
  noun: 'app',
  verb: 'list',
  summary: 'List apps; with --status in_review those that wait for a review',
  argument: null,
  options: { status: { value: '<status>', description: appStates.join(', ') } },
  async run({ options }, context) {
    const status = options.status === undefined ? undefined : oneOf('status', options.status, appStates);
    const rows = await (await context.database()).client.app.findMany({
      where: { status },
      orderBy: { createdAt: 'desc' },
      take: 1_000,
    });
    return rows.map(({ id, accountId, name, status, scopes, throttled, createdAt }) => {
      return { id, accountId, name, status, scopes: scopes.join(','), throttled, createdAt: createdAt.toISOString() };
    });
  },
};
