import { listQuarantine, queueStatus as readQueues, releaseQuarantine } from '@framemill/scheduler';
import { orderNode, poolsOf, readLeases } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { defineRoute } from '../../routing/define-route.ts';

/** Route `GET /api/studio/operators/farm`: lists the live nodes of the farm. Admins only. */
export const operatorFarm = defineRoute({
  name: 'operator-farm',
  method: 'GET',
  path: '/api/studio/operators/farm',
  access: 'admin',
  summary: 'The nodes that are alive, with what they have',
  status: 200,
  answer: Type.Object({
    nodes: Type.Array(
      Type.Object({
        id: Type.String(),
        host: Type.String(),
        pid: Type.Integer(),
        pools: Type.Array(Type.String()),
        slots: Type.Integer(),
        busy: Type.Integer(),
        draining: Type.Boolean(),
        version: Type.String(),
        engine: Type.String({ description: 'Begins the fingerprint of what it renders with.' }),
        memoryBytes: Type.Number(),
        framesDone: Type.Integer({ description: 'Of all that runs now.' }),
        running: Type.Integer(),
      }),
    ),
    leader: Type.Object({ epoch: Type.Integer() }),
  }),
  errors: ['not_found', 'unavailable'],
  examples: [{ title: 'The farm' }],
  async handle(_call, { redis, database: { client } }) {
    const [leases, leader] = await Promise.all([readLeases(redis), client.leader.findUnique({ where: { id: 1 } })]);
    const nodes = leases.map((lease) => ({
      ...{
        id: lease.nodeId,
        host: lease.host,
        pid: lease.pid,
        pools: poolsOf(lease),
        slots: lease.slots,
        busy: lease.busy,
      },
      ...{
        draining: lease.draining,
        version: lease.version,
        engine: (Object.values(lease.engines)[0] ?? '').slice(0, 12),
      },
      memoryBytes: lease.memoryBytes,
      framesDone: lease.running.reduce((sum, { framesDone }) => sum + framesDone, 0),
      running: lease.running.length,
    }));
    return { nodes: nodes.sort((a, b) => a.id.localeCompare(b.id)), leader: { epoch: leader?.epoch ?? 0 } };
  },
});

/**
 * Route `POST /api/studio/operators/nodes/{id}/order`: drains a node, or lets a drained node accept work again. Admins
 * only.
 */
export const operatorOrderNode = defineRoute({
  name: 'operator-order-node',
  method: 'POST',
  path: '/api/studio/operators/nodes/:id/order',
  access: 'admin',
  summary:
    'Have a node finish what it has and take no more (`drain`), or take work again (`serve`); it obeys within a ' +
    'second or two',
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

/** Route `GET /api/studio/operators/queues`: returns the load of each queue. Admins only. */
export const operatorQueues = defineRoute({
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

/** Route `GET /api/studio/operators/quarantine`: lists the quarantined media files. Admins only. */
export const operatorQuarantine = defineRoute({
  name: 'operator-quarantine',
  method: 'GET',
  path: '/api/studio/operators/quarantine',
  access: 'admin',
  summary: 'Files that no render may use, because they ended the processes that read them',
  status: 200,
  answer: Type.Object({
    media: Type.Array(
      Type.Object({
        accountId: Type.String(),
        mediaSha256: Type.String(),
        name: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'null: a segment, or it was deleted.',
        }),
        failures: Type.Integer(),
        error: Type.String(),
        renderId: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'The render that met it last. null: the probe of its upload.',
        }),
        quarantinedAt: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
  errors: ['not_found'],
  examples: [{ title: 'All' }],
  async handle(_call, { database }) {
    const found = await listQuarantine({ database });
    return {
      media: found.map(({ accountId, mediaSha256, name, failures, error, renderId, quarantinedAt }) => {
        return { accountId, mediaSha256, name, failures, error, renderId, quarantinedAt: quarantinedAt.toISOString() };
      }),
    };
  },
});

/** Route `POST /api/studio/operators/quarantine/release`: removes a media file from quarantine. Admins only. */
export const operatorReleaseMedia = defineRoute({
  name: 'operator-release-media',
  method: 'POST',
  path: '/api/studio/operators/quarantine/release',
  access: 'admin',
  summary: 'Let renders use a file again, as if it had never failed',
  body: Type.Object({ accountId: Type.String({ maxLength: 64 }), mediaSha256: Type.String({ maxLength: 128 }) }),
  status: 200,
  answer: Type.Object({ released: Type.Literal(true) }),
  errors: ['not_found'],
  examples: [{ title: 'Release', body: { accountId: 'acc_1', mediaSha256: '9f86d081884c7d65' } }],
  async handle({ body: { accountId, mediaSha256 } }, { database }) {
    const which = { accountId: accountId.replaceAll('\0', ''), mediaSha256: mediaSha256.replaceAll('\0', '') };
    if (await releaseQuarantine({ database }, which)) return { released: true as const };
    throw new FramemillError(
      'not_found',
      'The file is not in quarantine. It may have been released already. Reload the list.',
    );
  },
});
