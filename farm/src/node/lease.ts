import { setTimeout as delay } from 'node:timers/promises';
import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import {
  leaseRefreshMs,
  type NodeLease,
  type NodeOrder,
  orderNode,
  publishLease,
  readLeases,
  readNodeOrder,
  redisKeys,
  withdrawLease,
} from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { every, type Repeated, within } from '../queue/timers.ts';

/** Delay in ms between two tries. It is shorter than the refresh interval of a lease. */
const pauseMs = 200;

/**
 * Writes the first lease of a node, its sign of life in Redis. If another instance has a lease for the same id, waits
 * for at most `leaseTtlMs` until that lease expires. Throws `not_configured` when the other instance refreshes its
 * lease, because that instance is then running.
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

/** Heartbeat that writes a node's lease (sign of life in Redis) every second. */
export interface Heartbeat {
  /** Writes the lease now, for example when the node begins to drain. Never rejects; takes at most 1.5 s. */
  beat(): Promise<void>;
  /**
   * Stops the heartbeat and deletes the lease. Gives up after 1 s when Redis does not respond: the lease then expires
   * by itself.
   */
  stop(): Promise<void>;
}

/**
 * Starts a heartbeat. Every `leaseRefreshMs` it calls `lease` and writes the result, the node's sign of life, to Redis.
 * A failed write is logged and tried again at the next interval. `onReplaced` is called when another instance has
 * written a lease for this node's id, after this node's lease had expired.
 */
export function startHeartbeat(redis: Redis, lease: () => NodeLease, onReplaced: () => void, log: Logger): Heartbeat {
  const outage = createOutageLog(log, 'the lease could not be written');
  let underWay = false;
  let stopped = false;
  const beat = async () => {
    // While Redis is unavailable, writes would pile up in the connection's queue and be sent late, all at once.
    if (underWay || stopped) return;
    underWay = true;
    try {
      if (!(await within(1_500, 'Writing the lease', publishLease(redis, lease())))) onReplaced();
      outage.worked();
    } catch (error) {
      outage.failed(error);
    } finally {
      underWay = false;
    }
  };
  const timer = setInterval(() => void beat(), leaseRefreshMs);
  return {
    beat,
    async stop() {
      stopped = true;
      clearInterval(timer);
      await within(1_000, 'Withdrawing the lease', withdrawLease(redis, lease())).catch((error: unknown) => {
        log.warn({ err: error }, 'the lease could not be withdrawn; it expires by itself');
      });
    },
  };
}

/**
 * Polls the operator's instruction for the node every second and calls `onOrder` when it differs from `obeyed`. Polling
 * also finds instructions given while the node or Redis was unavailable. When Redis has lost an instruction to drain,
 * the node writes the instruction back, so that a drained node stays drained.
 */
export function followOrders(options: {
  redis: Redis;
  nodeId: string;
  /** Instruction that the node follows now, as read at its start; null: none was ever given. */
  obeyed: NodeOrder | null;
  onOrder: (order: NodeOrder) => void;
  log: Logger;
}): Repeated {
  const { redis, nodeId, log } = options;
  let { obeyed } = options;

  async function look(): Promise<void> {
    const order = await within(1_500, 'Reading the orders from Redis', readNodeOrder(redis, nodeId));
    if (order === null) {
      if (obeyed === 'drain') await within(1_500, 'Writing the order to Redis', orderNode(redis, nodeId, obeyed));
      return;
    }
    if (order === obeyed) return;
    obeyed = order;
    options.onOrder(order);
  }

  return every(leaseRefreshMs, look, createOutageLog(log, 'the orders for this node could not be read'));
}
