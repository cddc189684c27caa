import type { Redis } from '@framemill/infra';
import { redisKeys } from './redis-keys.ts';

/** Instruction of an operator for a node. `drain`: finish the current work and take no more. `serve`: take work. */
export type NodeOrder = 'drain' | 'serve';

/**
 * Lifetime of an instruction in seconds. A live node renews it with every read, so that only the keys of nodes long
 * removed expire.
 */
const orderTtlSec = 30 * 86_400;

/**
 * Stores an instruction for a node. The node reads it with its next heartbeat, within about a second, and again at
 * every start.
 */
export async function orderNode(redis: Redis, nodeId: string, order: NodeOrder): Promise<void> {
  await redis.set(redisKeys.nodeOrder(nodeId), order, 'EX', orderTtlSec);
}

/** Reads the instruction for a node and renews its lifetime; null: none was ever given, or Redis lost it. */
export async function readNodeOrder(redis: Redis, nodeId: string): Promise<NodeOrder | null> {
  const text = await redis.getex(redisKeys.nodeOrder(nodeId), 'EX', orderTtlSec);
  return text === 'drain' || text === 'serve' ? text : null;
}
