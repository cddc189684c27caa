import type { Database, Redis } from '@framemill/infra';
import { Queue } from 'bullmq';
import { jobKinds, type NodeLease, queueOptions, readLeases, servedQueues, sharedQueues } from '../protocol/index.ts';
import { queueOfTask, queuesOfNode } from '../work-queues.ts';

/**
 * State of one queue now. `done` and `failed` count jobs that have ended and are retained so that their results can be
 * read.
 */
export interface QueueStatus {
  readonly queue: string;
  readonly waiting: number;
  readonly active: number;
  readonly done: number;
  readonly failed: number;
  /** Age of the oldest waiting job, in seconds; null when none waits. */
  readonly oldestSec: number | null;
  /**
   * Number of live nodes that take work from the queue. `slots` is the sum of their slots. Draining nodes are not
   * counted.
   */
  readonly nodes: number;
  readonly slots: number;
}

/** Reads the state of every queue in use now. */
export async function queueStatus(
  deps: { redis: Redis; database: Database },
  nowMs: number = Date.now(),
): Promise<QueueStatus[]> {
  const serving = (await readLeases(deps.redis)).filter((lease) => !lease.draining);
  const names = await knownQueues(deps);
  return Promise.all(
    names.map(async (name) => {
      const queue = new Queue(name, { ...queueOptions, connection: deps.redis, skipWaitingForReady: true });
      try {
        const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'completed', 'failed');
        const [oldest] = await queue.getJobs(['prioritized', 'waiting'], 0, 0, true);
        const nodes = serving.filter((lease) => serves(lease, name));
        return {
          queue: name,
          waiting: (counts.waiting ?? 0) + (counts.prioritized ?? 0),
          active: counts.active ?? 0,
          done: counts.completed ?? 0,
          failed: counts.failed ?? 0,
          oldestSec: oldest === undefined ? null : Math.max(0, Math.round((nowMs - oldest.timestamp) / 1_000)),
          nodes: nodes.length,
          slots: nodes.reduce((sum, lease) => sum + lease.slots, 0),
        };
      } finally {
        await queue.close();
      }
    }),
  );
}

function serves(lease: NodeLease, name: string): boolean {
  return queuesOfNode(lease).includes(name) || jobKinds.some((kind) => servedQueues(kind, lease).has(name));
}

/**
 * Returns the sorted names of the queues in use now. These are the queues that every node serves, the queues of the
 * render engines (versions of the render program) of live nodes, and the queues with dispatched work of an unfinished
 * render.
 */
export async function knownQueues({ redis, database }: { redis: Redis; database: Database }): Promise<string[]> {
  const names = new Set(sharedQueues);
  for (const lease of await readLeases(redis)) for (const name of queuesOfNode(lease)) names.add(name);
  const dispatched = await database.client.task.findMany({
    where: { status: 'RELEASED' },
    select: { kind: true, render: { select: { pool: true, fingerprint: true } } },
    distinct: ['renderId', 'kind'],
  });
  for (const { kind, render } of dispatched) names.add(queueOfTask({ kind }, render));
  return [...names].sort();
}
