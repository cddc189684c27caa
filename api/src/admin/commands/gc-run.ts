import { createLogger } from '@framemill/infra';
import { sweepStore } from '@framemill/scheduler';
import type { AdminCommand } from '../define-command.ts';

/**
 * Runs garbage collection on object store and database now, with the scheduler's retention ages.
 * Safe while everything else runs.
 */
export const gcRun: AdminCommand = {
  noun: 'gc',
  verb: 'run',
  summary: 'Remove what nobody needs any more, now',
  argument: null,
  options: {},
  async run(_input, context) {
    const log = createLogger('admin', { level: 'warn' });
    const { objects, bytes, rows } = await sweepStore({
      database: await context.database(),
      store: await context.store(),
      log,
      plans: context.plans,
    });
    return { objects, bytes, rows };
  },
};
