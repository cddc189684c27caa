import type { AdminCommand } from '../define-command.ts';

/**
 * Applies the database migrations of this version; run it before the version's processes start.
 * Safe to run twice, and concurrently.
 */
export const databaseMigrate: AdminCommand = {
  noun: 'database',
  verb: 'migrate',
  summary: 'Apply the migrations that the database lacks',
  argument: null,
  options: {},
  async run(_input, context) {
    return { applied: await context.migrate() };
  },
};
