import { FramemillError } from '@framemill/timeline';
import type { AdminCommand } from '../define-command.ts';

/** Fails while the database lacks migrations of this version. Start-up scripts use it to wait for the migration job. */
export const databaseCheck: AdminCommand = {
  noun: 'database',
  verb: 'check',
  summary: 'Fail unless the database has every migration of this version',
  argument: null,
  options: {},
  async run(_input, context) {
    const pending = await context.pendingMigrations();
    if (pending.length === 0) return { pending };
    const message = `The database lacks ${pending.length} migrations (first: ${pending[0]}). Run "database migrate".`;
    throw new FramemillError('unavailable', message);
  },
};
