import { queueStatus as readQueues } from '@framemill/scheduler';
import type { AdminCommand } from '../define-command.ts';

/** Shows what waits and runs in each queue, and who serves it. */
export const queueStatus: AdminCommand = {
  noun: 'queue',
  verb: 'status',
  summary: 'Show what waits and runs in each queue',
  argument: null,
  options: {},
  async run(_input, context) {
    return readQueues({ redis: await context.redis(), database: await context.database() });
  },
};
