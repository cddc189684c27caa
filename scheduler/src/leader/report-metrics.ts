import { desiredNodes } from '../policy/desired-nodes.ts';
import { pools } from '../protocol/index.ts';
import { activeStatuses, type LeaderContext } from './context.ts';

const rangeStates = ['ready', 'released', 'running'] as const;

interface RangeRow {
  pool: string;
  state: (typeof rangeStates)[number];
  renderId: string;
  ranges: bigint;
  frames: bigint | null;
}

/** Sets the gauges of the queue and the farm: renders, nodes, slots, ranges and desired nodes. */
export async function reportMetrics(leader: LeaderContext): Promise<void> {
  const { metrics, memory } = leader;
  const { client } = leader.database;
  const byStatus = await client.render.groupBy({
    by: ['status'],
    where: { status: { in: activeStatuses } },
    _count: true,
  });
  for (const status of activeStatuses) {
    const count = byStatus.find((row) => row.status === status)?._count ?? 0;
    metrics.rendersInProgress.set({ status: status.toLowerCase() }, count);
  }

  const runningJobs = memory.leases.flatMap((lease) => lease.running.map(({ jobId }) => jobId));
  const ranges = await client.$queryRaw<RangeRow[]>`
    SELECT r.pool, t."renderId", count(*) AS ranges, sum(t.frames) AS frames,
      CASE WHEN t.status = 'READY' THEN 'ready'
        WHEN EXISTS (SELECT 1 FROM "Attempt" a WHERE a."taskId" = t.id AND a."jobId" = ANY(${runningJobs})) THEN 'running'
        ELSE 'released' END AS state
    FROM "Task" t JOIN "Render" r ON r.id = t."renderId"
    WHERE t.kind = 'frames' AND t.status IN ('READY', 'RELEASED') GROUP BY r.pool, t."renderId", state`;
  for (const pool of pools) {
    const members = memory.leases.filter((lease) => lease.engines[pool] !== undefined);
    const serving = members.filter((lease) => !lease.draining);
    const slots = serving.reduce((sum, lease) => sum + lease.slots, 0);
    metrics.nodes.set({ pool, state: 'live' }, serving.length);
    metrics.nodes.set({ pool, state: 'draining' }, members.length - serving.length);
    metrics.slots.set({ pool }, slots);
    metrics.slotsBusy.set(
      { pool },
      serving.reduce((sum, lease) => sum + lease.busy, 0),
    );
    const rows = ranges.filter((row) => row.pool === pool);
    for (const state of rangeStates) {
      const count = rows.reduce((sum, row) => sum + (row.state === state ? Number(row.ranges) : 0), 0);
      metrics.ranges.set({ pool, state }, count);
    }
    const open = rows.map((row) => {
      return { frames: Number(row.frames ?? 0), msPerFrame: memory.msPerFrame.get(row.renderId) ?? null };
    });
    metrics.desiredNodes.set({ pool }, desiredNodes({ open, slots, nodes: serving.length }));
  }
}
