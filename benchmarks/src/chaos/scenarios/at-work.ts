import { createRedis } from '@framemill/infra';
import { type NodeLease, readLeases, redisChannels } from '@framemill/scheduler/protocol';
import { until } from '../../measure/until.ts';
import { rangesOf } from '../audit/sampler.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';

/**
 * Waits until every given node lists a render job in its lease (the state that the node publishes in Redis). With
 * `frames`, waits until at least one frame of the job is rendered too.
 */
export async function untilAtWork(
  stack: ChaosStack,
  nodes: readonly Part[],
  { frames = false, timeoutMs = 60_000 }: { frames?: boolean; timeoutMs?: number } = {},
): Promise<void> {
  const isAtWork = (lease: NodeLease) =>
    rangesOf([lease]).length > 0 && (!frames || lease.running.some(({ framesDone }) => framesDone > 0));
  await until(
    `${nodes.map(({ name }) => name).join(' and ')} at work`,
    timeoutMs,
    async () => {
      const leases = await readLeases(stack.redis);
      return nodes.every(({ name }) => leases.some((lease) => lease.nodeId === name && isAtWork(lease)));
    },
    { everyMs: 20 },
  );
}

/**
 * Waits until each given node has completed an attempt after the time `sinceMs`. Returns the time at which the last of
 * the nodes did so. Both times are in ms since the epoch.
 */
export async function untilProductive(
  stack: ChaosStack,
  nodes: readonly Part[],
  sinceMs: number,
  timeoutMs: number,
): Promise<number> {
  const names = nodes.map(({ name }) => name);
  const done = await until(
    `${names.join(' and ')} have finished work again`,
    timeoutMs,
    async () => {
      const where = { outcome: 'done', endedAt: { gt: new Date(sinceMs) }, nodeId: { in: names } };
      const attempts = await stack.database.client.attempt.findMany({ where, orderBy: { endedAt: 'asc' } });
      const firsts = names.map((name) => attempts.find(({ nodeId }) => nodeId === name)?.endedAt?.getTime() ?? null);
      return firsts.includes(null) ? null : firsts;
    },
    { forgiving: true },
  );
  return Math.max(...done.map((atMs) => atMs ?? 0));
}

/** Counter of completed renders that are committed to the database. */
export interface CommitCount {
  /**
   * Ends the count. `completed` is the number of renders committed; `doubled` is the number of those committed more
   * than once.
   */
  stop(): Promise<{ completed: number; doubled: number }>;
}

/**
 * Starts counting how often each render is announced as completed. The scheduler announces it after the database
 * commit.
 */
export async function countCommits(stack: ChaosStack): Promise<CommitCount> {
  const subscriber = createRedis(stack.services.redisUrl, 'worker');
  const counts = new Map<string, number>();
  await subscriber.subscribe(redisChannels.events);
  subscriber.on('message', (_channel, text) => {
    const { type, renderId }: { type?: string; renderId?: string } = JSON.parse(text);
    if (type === 'render.completed' && renderId !== undefined) counts.set(renderId, (counts.get(renderId) ?? 0) + 1);
  });
  return {
    async stop() {
      await subscriber.quit();
      return { completed: counts.size, doubled: [...counts.values()].filter((count) => count > 1).length };
    },
  };
}

/** Failures that the scheduler has counted since a given time. */
export interface CountedFailures {
  /** Number of attempts that failed because of the work itself, not because of their node. */
  readonly failures: number;
  /** Number of media files with a counted failure. `quarantined` is the number of media files in quarantine. */
  readonly faulty: number;
  readonly quarantined: number;
}

/** Returns the failures and the faulty media files that were counted since the time `since`. */
export async function failuresSince({ database: { client } }: ChaosStack, since: Date): Promise<CountedFailures> {
  const where = { render: { createdAt: { gte: since } } };
  const { _sum } = await client.task.aggregate({ where, _sum: { failures: true } });
  const faulty = await client.mediaFault.findMany({ where: { updatedAt: { gte: since } } });
  return {
    failures: _sum.failures ?? 0,
    faulty: faulty.length,
    quarantined: faulty.filter(({ quarantinedAt }) => quarantinedAt !== null).length,
  };
}
