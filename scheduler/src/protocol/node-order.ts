import type { Redis } from '@framemill/infra';
import { redisKeys } from './redis-keys.ts';

/** What an operator wants of a node. `drain`: finish what it has and take no more. `serve`: take work. */
export type NodeOrder = 'drain' | 'serve';

/** Longer than anybody forgets a node; a living node renews it, so that the keys of nodes long gone do not pile up. */
const orderTtlSec = 30 * 86_400;

/** Writes an order for a node. It finds it with its next heartbeat, within about a second, and again whenever it starts. */
export async function orderNode(redis: Redis, nodeId: string, order: NodeOrder): Promise<void> {
  await redis.set(redisKeys.nodeOrder(nodeId), order, 'EX', orderTtlSec);
}

/** The order for a node; null: none was ever given, or Redis lost it. */
export async function readNodeOrder(redis: Redis, nodeId: string): Promise<NodeOrder | null> {
  const text = await redis.getex(redisKeys.nodeOrder(nodeId), 'EX', orderTtlSec);
  return text === 'drain' || text === 'serve' ? text : null;
}
