import { auditActions, readAudit } from '../../audit/audit-log.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf, wholeNumber } from '../option-values.ts';

/** Lists entries of the audit log, newest first. */
export const auditList: AdminCommand = {
  noun: 'audit',
  verb: 'list',
  summary: 'List who changed or deleted what, and when; newest first',
  argument: null,
  options: {
    account: { value: '<id>', description: 'Only entries of this account' },
    action: { value: '<action>', description: 'Only entries of this action, such as account.suspend' },
    limit: { value: '<n>', description: 'At most so many, 1-1000; 50 when absent' },
  },
  async run({ options: { account, action, limit } }, context) {
    const rows = await readAudit(await context.database(), {
      accountIds: account === undefined ? undefined : [account],
      action: action === undefined ? undefined : oneOf('action', action, auditActions),
      take: wholeNumber('limit', limit ?? '50', 1, 1_000),
    });
    return rows.map(({ createdAt, ...entry }) => ({ ...entry, createdAt: createdAt.toISOString() }));
  },
};
