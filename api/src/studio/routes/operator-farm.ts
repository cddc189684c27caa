import { poolsOf, readLeases } from '@framemill/scheduler/protocol';
import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `GET /api/studio/operators/farm`: lists the live nodes of the farm. Admins only. */
export const operatorFarm = defineConsoleRoute({
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
