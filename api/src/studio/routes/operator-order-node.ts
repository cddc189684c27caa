import { orderNode, readLeases } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `POST /api/studio/operators/nodes/{id}/order`: drains a node or lets it work again. Admins only. */
export const operatorOrderNode = defineConsoleRoute({
  name: 'operator-order-node',
  method: 'POST',
  path: '/api/studio/operators/nodes/:id/order',
  access: 'admin',
  summary:
    'Have a node finish what it has and take no more (`drain`), or take work again (`serve`); it obeys within a second or two',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({ order: Type.Enum(['drain', 'serve']) }),
  status: 202,
  answer: Type.Object({ id: Type.String(), order: Type.String() }),
  errors: ['not_found', 'unavailable'],
  examples: [{ title: 'Drain', body: { order: 'drain' } }],
  async handle({ params: { id }, body: { order } }, { redis }) {
    const leases = await readLeases(redis);
    if (!leases.some(({ nodeId }) => nodeId === id))
      throw new FramemillError('not_found', 'There is no such live node. Check its id.');
    await orderNode(redis, id, order);
    return { id, order };
  },
});
