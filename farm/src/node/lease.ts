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

/** Heartbeat that writes a node's lease every second. */
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
 * Starts writing `lease()` every `leaseRefreshMs`. A write that fails is logged, and the next one tries again.
 * `onReplaced` is called whenever the lease of another instance is found: this node's own lease had expired.
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
 * Reads the operator's instruction for the node once a second and calls `onOrder` when it differs from `obeyed`. It
 * polls, so that an instruction given while the node or Redis was unavailable is read later. An instruction that Redis
 * lost with its data is written again from the current one, so that a drained node stays drained until an operator
 * changes it.
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
