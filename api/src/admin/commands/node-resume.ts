import type { AdminCommand } from '../define-command.ts';
import { giveOrder } from '../node-order.ts';

/** Lets a drained node accept work again. */
export const nodeResume: AdminCommand = {
  noun: 'node',
  verb: 'resume',
  summary: 'Let a drained node take work again',
  argument: 'nodeId',
  options: {},
  run: ({ argument: nodeId }, context) => giveOrder(context, nodeId, 'serve'),
};
