import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import { leaseRefreshMs, type NodeOrder, orderNode, readNodeOrder } from '@framemill/scheduler/protocol';
import { every, type Repeated } from '../queue/every.ts';
import { within } from '../queue/within.ts';

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
