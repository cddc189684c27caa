import type { AdminCommand } from '../define-command.ts';

/** Lists accounts, newest first. */
export const accountList: AdminCommand = {
  noun: 'account',
  verb: 'list',
  summary: 'List accounts',
  argument: null,
  options: {},
  async run(_input, context) {
    const rows = await (await context.database()).client.account.findMany({
      orderBy: { createdAt: 'desc' },
      take: 1_000,
    });
    return rows.map(({ id, email, name, plan, status, createdAt }) => {
      return { id, email, name, plan, status, createdAt: createdAt.toISOString() };
    });
  },
};
