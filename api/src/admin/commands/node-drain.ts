import type { AdminCommand } from '../define-command.ts';
import { giveOrder } from '../node-order.ts';

/**
 * Drains a node: it completes its current work and accepts no more.
 * The setting survives restarts of the node, until `node resume`.
 */
export const nodeDrain: AdminCommand = {
  noun: 'node',
  verb: 'drain',
  summary: 'Let a node finish its work and take no more',
  argument: 'nodeId',
  options: {},
  run: ({ argument: nodeId }, context) => giveOrder(context, nodeId, 'drain'),
};
