import type { AdminCommand } from '../define-command.ts';

/** Lists the keys of an account, identified by their last four characters. */
export const keyList: AdminCommand = {
  noun: 'key',
  verb: 'list',
  summary: 'List the keys of an account',
  argument: null,
  options: { account: { value: '<id>', description: 'Account of the keys', required: true } },
  async run({ options }, context) {
    const rows = await (await context.database()).client.apiKey.findMany({
      where: { accountId: options.account },
      orderBy: { createdAt: 'desc' },
    });
    return rows.map(({ id, last4, environment, scopes, createdAt, revokedAt }) => {
      return {
        ...{ id, last4, environment, scopes: scopes.length },
        createdAt: createdAt.toISOString(),
        revokedAt: revokedAt?.toISOString() ?? null,
      };
    });
  },
};
