import { createOutageLog, type Logger, type Redis } from '@framemill/infra/process';
import { leaseRefreshMs, type NodeOrder, orderNode, readNodeOrder } from '@framemill/scheduler/protocol';
import { every, type Repeated } from '../queue/every.ts';
import { within } from '../queue/within.ts';

/**
 * Reads the node's order once a second and calls `onOrder` when it differs from `obeyed`. It is read, not heard: an order
 * that was given while the node or Redis was away is found later. One that Redis lost with its data is written again from
 * what the node obeys, so that a drained node stays drained until somebody says otherwise.
 */
export function followOrders(options: {
  redis: Redis;
  nodeId: string;
  /** The order that the node obeys now, as it found it at its start; null: none was ever given. */
  obeyed: NodeOrder | null;
  onOrder: (order: NodeOrder) => void;
  log: Logger;
}): Repeated {
  const { redis, nodeId, log } = options;
  let { obeyed } = options;

  async function look(): Promise<void> {
    const order = await within(1_500, 'Redis', readNodeOrder(redis, nodeId));
    if (order === null) {
      if (obeyed === 'drain') await within(1_500, 'Redis', orderNode(redis, nodeId, obeyed));
      return;
    }
    if (order === obeyed) return;
    obeyed = order;
    options.onOrder(order);
  }

  return every(leaseRefreshMs, look, createOutageLog(log, 'the orders for this node could not be read'));
}
