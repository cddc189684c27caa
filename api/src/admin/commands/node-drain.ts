import type { AdminCommand } from '../define-command.ts';
import { giveOrder } from '../node-order.ts';

/** Has a node finish what it has and take no more work; it stays so, also through restarts, until `node resume`. */
export const nodeDrain: AdminCommand = {
  noun: 'node',
  verb: 'drain',
  summary: 'Let a node finish its work and take no more',
  argument: 'nodeId',
  options: {},
  run: ({ argument: nodeId }, context) => giveOrder(context, nodeId, 'drain'),
};
