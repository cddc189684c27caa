import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from '@framemill/infra';
import { type NodeLease, type NodeOrder, orderNode, readLeases } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import type { AdminContext } from './define-command.ts';

/** Maximum time to wait for a node to obey, in ms. Nodes read their orders once a second. */
const answerWithinMs = 5_000;

/**
 * Writes an order for a live node and waits until the node's lease shows it.
 * `obeyed` is false when the node has not reacted within 5 s; the order stays in effect, and the node may follow later.
 * Throws `not_found` when no such node is alive.
 */
export async function giveOrder(context: AdminContext, nodeId: string, order: NodeOrder) {
  const redis = await context.redis();
  if ((await leaseOf(redis, nodeId)) === null) {
    throw new FramemillError('not_found', `There is no live node ${nodeId}. See "node list".`);
  }
  await orderNode(redis, nodeId, order);
  const deadline = performance.now() + answerWithinMs;
  let lease = await leaseOf(redis, nodeId);
  while (lease?.draining !== (order === 'drain') && performance.now() < deadline) {
    await pause(100);
    lease = await leaseOf(redis, nodeId);
  }
  const obeyed = lease?.draining === (order === 'drain');
  return { id: nodeId, order, obeyed, running: lease?.running.length ?? 0 };
}

async function leaseOf(redis: Redis, nodeId: string): Promise<NodeLease | null> {
  return (await readLeases(redis)).find((lease) => lease.nodeId === nodeId) ?? null;
}
