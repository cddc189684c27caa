import { queueStatus as readQueues } from '@framemill/scheduler';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `GET /api/studio/operators/queues`: returns the load of each queue. Admins only. */
export const operatorQueues = defineConsoleRoute({
  name: 'operator-queues',
  method: 'GET',
  path: '/api/studio/operators/queues',
  access: 'admin',
  summary: 'What waits and runs in each queue, and who serves it',
  status: 200,
  answer: Type.Object({
    queues: Type.Array(
      Type.Object({
        queue: Type.String(),
        waiting: Type.Integer(),
        active: Type.Integer(),
        done: Type.Integer(),
        failed: Type.Integer(),
        oldestSec: Type.Unsafe<number | null>({ type: ['number', 'null'], description: 'null: none waits.' }),
        nodes: Type.Integer({ description: 'That take work from it.' }),
        slots: Type.Integer({ description: 'Of these nodes.' }),
      }),
    ),
  }),
  errors: ['not_found', 'unavailable'],
  examples: [{ title: 'All' }],
  async handle(_call, { redis, database }) {
    const queues = await readQueues({ redis, database });
    return { queues: queues.map((queue) => ({ ...queue })) };
  },
});
