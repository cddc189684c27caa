import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { type NodeLease, parserOf, redisKeys } from './protocol/index.ts';

/**
 * Number of events that are kept, of all nodes together: some 200 kB. They are in Redis because that costs one write
 * for each event and is bounded by itself; a table would need a migration, rights and a part of the sweep. When Redis
 * loses the events, only this history is lost.
 */
const keptEvents = 1_000;

/**
 * `joined`: the node wrote its first lease. `left`: it ended in order. `lost`: its lease expired, because its process
 * or its machine ended, or because it could not reach Redis. `gone`: its lease ended while no scheduler led, so the
 * reason is not known.
 */
const kinds = ['joined', 'left', 'lost', 'gone'] as const;

const Event = Type.Object({
  at: Type.String({ format: 'date-time' }),
  nodeId: Type.String(),
  event: Type.Enum([...kinds]),
  /** Start of the node that the event concerns; empty: a release that does not distinguish its starts. */
  instance: Type.String(),
  host: Type.String(),
  version: Type.String(),
  /** Number of jobs that the node had at that time. */
  running: Type.Integer(),
});

const parseEvent = parserOf('node event', Event);

/** Event in the history of a node. */
export type NodeEvent = Type.Static<typeof Event>;

/** Reads the history of all nodes, newest event first: the last 1,000 events. */
export async function readNodeEvents(redis: Redis): Promise<NodeEvent[]> {
  const texts = await redis.lrange(redisKeys.nodeEvents, 0, keptEvents - 1);
  return texts.map((text) => parseEvent(JSON.parse(text)));
}

/** Adds events to the history, oldest first. */
export async function addNodeEvents(redis: Redis, events: readonly NodeEvent[]): Promise<void> {
  if (events.length === 0) return;
  await redis
    .multi()
    .lpush(redisKeys.nodeEvents, ...events.map((event) => JSON.stringify(event)))
    .ltrim(redisKeys.nodeEvents, 0, keptEvents - 1)
    .exec();
}

/** Node that is live according to the history. */
export type PresentNode = Pick<NodeLease, 'nodeId' | 'host' | 'version'> & { instance: string; running: number };

/** Returns the nodes that are live according to the history, by id. */
export function presentNodes(events: readonly NodeEvent[]): Map<string, PresentNode> {
  const present = new Map<string, PresentNode>();
  const seen = new Set<string>();
  for (const { nodeId, event, instance, host, version, running } of events) {
    if (seen.has(nodeId)) continue;
    seen.add(nodeId);
    if (event === 'joined') present.set(nodeId, { nodeId, instance, host, version, running });
  }
  return present;
}

/**
 * Compares the live leases with the nodes that were present before, and returns the events between both. Updates
 * `present`. `endOf` returns how the lease of a node ended.
 */
export function nodeEvents(
  present: Map<string, PresentNode>,
  leases: readonly NodeLease[],
  endOf: (nodeId: string) => Exclude<NodeEvent['event'], 'joined'>,
  at: Date,
): NodeEvent[] {
  const events: NodeEvent[] = [];
  const note = (node: PresentNode, event: NodeEvent['event']) => events.push({ at: at.toISOString(), event, ...node });
  const live = new Map(leases.map((lease) => [lease.nodeId, stateOf(lease)]));
  for (const [nodeId, before] of present) {
    const now = live.get(nodeId);
    if (now?.instance === before.instance) continue;
    note(before, endOf(nodeId));
    present.delete(nodeId);
  }
  for (const [nodeId, now] of live) {
    if (!present.has(nodeId)) note({ ...now, running: 0 }, 'joined');
    present.set(nodeId, now);
  }
  return events;
}

function stateOf({ nodeId, instance = '', host, version, running }: NodeLease): PresentNode {
  return { nodeId, instance, host, version, running: running.length };
}
