import { leaseTtlMs, type NodeLease, redisKeys } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/**
 * Records when each live node last wrote its lease, and measures how long the loss of a node with running work took to
 * notice. Call it with the leases just read, before the attempts of lost nodes are ended.
 */
export async function noteLostNodes(leader: LeaderContext, leases: readonly NodeLease[], nowMs: number): Promise<void> {
  const { memory, metrics } = leader;
  const alive = new Set(leases.map(({ nodeId }) => nodeId));
  for (const { nodeId, running } of memory.leases) {
    const writtenMs = memory.leaseWrittenMs.get(nodeId);
    if (alive.has(nodeId) || writtenMs === undefined) continue;
    memory.leaseWrittenMs.delete(nodeId);
    // A node that shuts down in order returns all its work first.
    if (running.length > 0) metrics.lostNodeSeconds.observe((nowMs - writtenMs) / 1_000);
  }
  if (leases.length === 0) return;
  const pipeline = leader.redis.pipeline();
  for (const nodeId of alive) pipeline.pttl(redisKeys.node(nodeId));
  const answers = (await pipeline.exec()) ?? [];
  for (const [position, nodeId] of [...alive].entries()) {
    const leftMs = answers[position]?.[1];
    if (typeof leftMs === 'number' && leftMs > 0) memory.leaseWrittenMs.set(nodeId, nowMs - (leaseTtlMs - leftMs));
  }
}
