import { listQuarantine, readNodeEvents, queueStatus as readQueues, releaseQuarantine } from '@framemill/scheduler';
import { orderNode, queueKinds, queueParts, readLeases } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { leaseState, readNode } from '../../health/read-node.ts';
import { defineRoute } from '../../routing/define-route.ts';
import { ProcessSchema } from './operator-health.ts';

const nullableText = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description });

const NodeSchema = Type.Object({
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
  gpu: nullableText('Its GPU; null: it has none or does not use it.'),
});

/** Route `GET /api/studio/operators/farm`: lists the live nodes of the farm. Admins only. */
export const operatorFarm = defineRoute({
  name: 'operator-farm',
  method: 'GET',
  path: '/api/studio/operators/farm',
  access: 'admin',
  summary: 'The nodes that are alive, with what they have',
  status: 200,
  answer: Type.Object({
    nodes: Type.Array(NodeSchema),
    leader: Type.Object({ epoch: Type.Integer() }),
    former: Type.Array(
      Type.Object({ id: Type.String(), event: Type.String(), at: Type.String({ format: 'date-time' }) }),
      { description: 'Nodes that are no longer alive, the last to end first; at most 20.' },
    ),
  }),
  errors: ['not_found', 'unavailable'],
  examples: [{ title: 'The farm' }],
  async handle(_call, { redis, database: { client } }) {
    const [leases, leader, events] = await Promise.all([
      readLeases(redis),
      client.leader.findUnique({ where: { id: 1 } }),
      readNodeEvents(redis),
    ]);
    const nodes = leases.map(leaseState).sort((a, b) => a.id.localeCompare(b.id));
    const live = new Set(nodes.map(({ id }) => id));
    const last = new Map(events.toReversed().map(({ nodeId: id, event, at }) => [id, { id, event, at }]));
    const ended = [...last.values()].filter(({ id, event }) => !live.has(id) && event !== 'joined');
    const former = ended.sort((a, b) => b.at.localeCompare(a.at)).slice(0, 20);
    return { nodes, leader: { epoch: leader?.epoch ?? 0 }, former };
  },
});

/** Route `GET /api/studio/operators/nodes/{id}`: returns the state and the history of a node. Admins only. */
export const operatorNode = defineRoute({
  name: 'operator-node',
  method: 'GET',
  path: '/api/studio/operators/nodes/:id',
  access: 'admin',
  summary: 'A node: its machine, what it does now, what it did within a day, and when it joined and left',
  params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
  status: 200,
  answer: Type.Object({
    lease: Type.Union([NodeSchema, Type.Null()], { description: 'null: it is not connected.' }),
    process: Type.Union([ProcessSchema, Type.Null()], { description: 'null: it does not report.' }),
    jobs: Type.Array(
      Type.Object({
        jobId: Type.String(),
        isWaiting: Type.Boolean({ description: 'Whether none of its processes has begun it yet.' }),
        framesDone: Type.Integer(),
        kind: nullableText('Kind of task; null: work of no render, such as a preview.'),
        renderId: nullableText('The render; null: none.'),
        firstSegment: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        lastSegment: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
        frames: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
      }),
    ),
    day: Type.Object({
      frames: Type.Integer({ description: 'Of ranges that it completed within 24 hours.' }),
      attempts: Type.Array(Type.Object({ outcome: Type.String(), count: Type.Integer() })),
    }),
    failures: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        outcome: Type.String(),
        kind: Type.String(),
        renderId: Type.String(),
        error: nullableText('Why it ended; null: not recorded.'),
      }),
      { description: 'Of the last 24 hours, newest first; at most 20.' },
    ),
    history: Type.Array(
      Type.Object({
        at: Type.String({ format: 'date-time' }),
        event: Type.Enum(['joined', 'left', 'lost', 'gone']),
        host: Type.String(),
        version: Type.String(),
        running: Type.Integer({ description: 'Jobs that it had then.' }),
      }),
      { description: 'Newest first; at most 20.' },
    ),
  }),
  errors: ['not_found', 'unavailable'],
  examples: [{ title: 'A node' }],
  handle: ({ params: { id } }, deps) => readNode(deps, id.replaceAll('\0', '')),
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
        kind: Type.Enum([...queueKinds], { description: 'What it holds.' }),
        engine: nullableText('Begins the fingerprint of the engine that serves it; null: every node does.'),
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
    return { queues: queues.map((queue) => ({ ...queue, ...queueParts(queue.queue) })) };
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
