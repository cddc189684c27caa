import { poolsOf, readLeases } from '@framemill/scheduler/protocol';
import type { AdminCommand } from '../define-command.ts';

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
