import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from '@framemill/infra';
import { queueStatus as readQueues } from '@framemill/scheduler';
import { type NodeLease, type NodeOrder, orderNode, poolsOf, readLeases } from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline';
import type { AdminCommand, AdminContext } from '../define-command.ts';

/** Lists the farm's live nodes. */
export const nodeList: AdminCommand = {
  noun: 'node',
  verb: 'list',
  summary: 'List the farm nodes that are alive',
  argument: null,
  options: {},
  async run(_input, context) {
    const leases = await readLeases(await context.redis());
    return leases.map((lease) => ({
      id: lease.nodeId,
      host: lease.host,
      pid: lease.pid,
      pools: poolsOf(lease),
      slots: lease.slots,
      busy: lease.busy,
      running: lease.running.length,
      draining: lease.draining,
      version: lease.version,
      engines: Object.fromEntries(Object.entries(lease.engines).map(([pool, engine]) => [pool, engine.slice(0, 12)])),
    }));
  },
};

/** Maximum time, in ms, to wait until a node carries out an order. Nodes read their orders once a second. */
const answerWithinMs = 5_000;

/**
 * Writes an order for a live node and waits until the node's lease shows that it was carried out.
 * `obeyed` is false when this takes longer than 5 s. The order then stays in effect, and the node may still carry it
 * out. Throws `not_found` when no such node is alive.
 */
async function giveOrder(context: AdminContext, nodeId: string, order: NodeOrder) {
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

/** Lets a drained node accept work again. */
export const nodeResume: AdminCommand = {
  noun: 'node',
  verb: 'resume',
  summary: 'Let a drained node take work again',
  argument: 'nodeId',
  options: {},
  run: ({ argument: nodeId }, context) => giveOrder(context, nodeId, 'serve'),
};

/** Shows waiting and running work of each queue, and the workers that serve it. */
export const queueStatus: AdminCommand = {
  noun: 'queue',
  verb: 'status',
  summary: 'Show what waits and runs in each queue',
  argument: null,
  options: {},
  async run(_input, context) {
    return readQueues({ redis: await context.redis(), database: await context.database() });
  },
};
