import { type NodeLease, readLeases } from '@framemill/scheduler/protocol';
import { until } from '../../measure/until.ts';
import { rangesOf } from '../audit/sampler.ts';
import type { ChaosStack } from '../stack/chaos-stack.ts';
import type { Part } from '../stack/part.ts';

/**
 * Waits until the leases of all given nodes list a render job; with `frames`, until one of its frames is rendered too.
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
 * Waits until each given node has completed an attempt that ended after `sinceMs`. Returns the time at which the last
 * node had, in ms since the epoch.
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
