import { setTimeout as delay } from 'node:timers/promises';
import type { Logger, Redis } from '@framemill/infra';
import { type NodeLease, publishLease, readLeases, redisKeys } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';

/** Pause in ms between two tries: several fit between two refreshes of a lease. */
const pauseMs = 200;

/**
 * Writes a node's first lease. While another instance holds the id it waits: the lease of a node that was killed
 * expires within `leaseTtlMs`. Throws `not_configured` when that lease is refreshed instead, because that node is
 * alive.
 */
export async function claimLease(redis: Redis, lease: NodeLease, log: Logger): Promise<void> {
  const { nodeId } = lease;
  for (let leftMs: number | null = null; !(await publishLease(redis, lease)); await delay(pauseMs)) {
    const nowLeftMs = await redis.pttl(redisKeys.node(nodeId));
    if (leftMs === null) log.info({ nodeId, leftMs: nowLeftMs }, 'the id has a lease: waiting until it has run out');
    else if (nowLeftMs > leftMs) throw await isTaken(redis, nodeId);
    leftMs = nowLeftMs;
  }
}

async function isTaken(redis: Redis, nodeId: string): Promise<FramemillError> {
  const holder = (await readLeases(redis)).find((lease) => lease.nodeId === nodeId);
  const where = holder === undefined ? '' : ` (process ${holder.pid} on "${holder.host}")`;
  return new FramemillError(
    'not_configured',
    `Another running node has the id "${nodeId}"${where}. Set NODE_ID to another id, or stop that node.`,
  );
}
