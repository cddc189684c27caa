import type { AdminCommand } from '../define-command.ts';
import { wholeNumber } from '../option-values.ts';

/** Lists entries of the audit log, newest first. */
export const auditList: AdminCommand = {
  noun: 'audit',
  verb: 'list',
  summary: 'List who deleted what, and when; newest first',
  argument: null,
  options: {
    account: { value: '<id>', description: 'Only entries of this account' },
    limit: { value: '<n>', description: 'At most so many, 1-1000; 50 when absent' },
  },
  async run({ options }, context) {
    const rows = await (await context.database()).client.auditEntry.findMany({
      where: { accountId: options.account },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: wholeNumber('limit', options.limit ?? '50', 1, 1_000),
    });
    return rows.map(({ createdAt, ...entry }) => ({ ...entry, createdAt: createdAt.toISOString() }));
  },
};
