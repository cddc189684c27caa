import { leaseTtlMs, type NodeLease, redisKeys } from '../protocol/index.ts';
import type { LeaderContext } from './context.ts';

/**
 * Remembers when each live node last wrote its lease, and measures how long it took to notice those that are gone with
 * work in hand. Call it with the leases just read, before what was lost with them is given up.
 */
export async function noteLostNodes(leader: LeaderContext, leases: readonly NodeLease[], nowMs: number): Promise<void> {
  const { memory, metrics } = leader;
  const alive = new Set(leases.map(({ nodeId }) => nodeId));
  for (const { nodeId, running } of memory.leases) {
    const writtenMs = memory.leaseWrittenMs.get(nodeId);
    if (alive.has(nodeId) || writtenMs === undefined) continue;
    memory.leaseWrittenMs.delete(nodeId);
    // A node that leaves in order hands everything back first.
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
