import { queueStatus as readQueues } from '@framemill/scheduler';
import type { AdminCommand } from '../define-command.ts';

/** Shows waiting and running work of each queue, and the workers that serve it. */
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
