import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { type Pool, pools } from './queues.ts';
import { leaseTtlMs, redisKeys } from './redis-keys.ts';
import { count, fingerprint, id, ProtocolError, parserOf, sizeBytes } from './schema.ts';

/**
 * Fingerprint of a node's engine (render program version and machine type) in each pool. In `html` the fingerprint also
 * covers the browser. The node gets no work of a pool that is absent.
 */
export type Engines = Partial<Record<Pool, string>>;

const sharedFields = {
  nodeId: id,
  /**
   * Id of this start of the node. It distinguishes this start from other starts with the same node id: only the
   * instance that wrote a lease renews or withdraws it.
   */
  instance: Type.Optional(id),
  host: Type.String({ maxLength: 255 }),
  pid: count,
  /** Number of ranges that the node can run concurrently; `busy` is the number that it is running. */
  slots: count,
  busy: count,
  /** Name of the node's GPU, for display. */
  card: Type.Optional(Type.String({ maxLength: 200 })),
  protocolVersion: Type.Integer({ minimum: 1 }),
  /** Oldest protocol version that the node supports; absent: only `protocolVersion`. */
  oldestProtocolVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  version: Type.String({ maxLength: 64 }),
  memoryBytes: sizeBytes,
  codecs: Type.Array(Type.String({ maxLength: 64 })),
  /**
   * Whether the node can copy a source when it muxes (`StitchManifest.copy`). Absent: an older software version, which
   * cannot.
   */
  copies: Type.Optional(Type.Boolean()),
  /**
   * Whether the node can produce segments of smart renders, which copy unchanged GOPs of the source. Absent: an older
   * software version, which would encode such segments like any other.
   */
  smart: Type.Optional(Type.Boolean()),
  /**
   * Whether the node has an express slot: one more slot, for short jobs. Absent: an older software version without one.
   */
  express: Type.Optional(Type.Boolean()),
  /** Whether the node can transcribe speech. Absent: an older software version, or a machine without pocketsphinx. */
  transcribes: Type.Optional(Type.Boolean()),
  /**
   * Every job that the node has taken, with its number of completed frames. `waiting`: no process of the node has begun
   * it yet.
   */
  running: Type.Array(
    Type.Object({
      jobId: Type.String({ maxLength: 128 }),
      framesDone: count,
      waiting: Type.Optional(Type.Boolean()),
    }),
  ),
  /** Whether the node finishes its current work and takes no more. */
  draining: Type.Boolean(),
};

const parseWritten = parserOf(
  'node lease',
  Type.Object({
    ...sharedFields,
    /** Engines by pool name (protocol version 2). */
    engines: Type.Optional(Type.Record(Type.String(), fingerprint)),
    /** Pools (protocol version 1): one fingerprint applies to all of them except `html`. */
    pools: Type.Optional(Type.Array(Type.String())),
    fingerprint: Type.Optional(fingerprint),
    htmlFingerprint: Type.Optional(fingerprint),
  }),
);

/** State that a node publishes every second. A node whose lease expires is lost, with all the work it was running. */
export type NodeLease = Type.Static<Type.TObject<typeof sharedFields>> & { engines: Engines };

/**
 * Parses a node's lease, of protocol version 1 or 2, from JSON. Pools that this software version does not support are
 * left out. Throws `ProtocolError` when the lease does not match the schema or has no engine.
 */
export function parseNodeLease(value: unknown): NodeLease {
  const { engines, pools: served = [], fingerprint: one, htmlFingerprint, ...lease } = parseWritten(value);
  if (engines === undefined && one === undefined) {
    throw new ProtocolError('Invalid node lease: it has no engine. Run the same version of all services.');
  }
  const found = new Map<Pool, string>();
  for (const pool of pools) {
    const old = served.includes(pool) ? (pool === 'html' ? htmlFingerprint : one) : undefined;
    const engine = engines === undefined ? old : engines[pool];
    if (engine !== undefined) found.set(pool, engine);
  }
  return { ...lease, engines: Object.fromEntries(found) };
}

/** Writes a lease as JSON, including the fields that readers of protocol version 1 need. */
export function writeNodeLease(lease: NodeLease): string {
  const { engines } = lease;
  const one = engines.cpu ?? Object.values(engines)[0];
  const served = pools.filter((pool) => engines[pool] !== undefined && (pool === 'html' || engines[pool] === one));
  const html = engines.html === undefined ? {} : { htmlFingerprint: engines.html };
  return JSON.stringify({ ...lease, pools: served, fingerprint: one, ...html });
}

/** Returns the pools that a node serves. */
export function poolsOf({ engines }: Pick<NodeLease, 'engines'>): Pool[] {
  return pools.filter((pool) => engines[pool] !== undefined);
}

// A lease belongs to the instance that wrote it until it expires.
const othersLease = `
local held = redis.call('GET', KEYS[1])
if held and (cjson.decode(held).instance or '') ~= ARGV[2] then return 0 end
`;
const publishScript = `${othersLease}
redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[4])
redis.call('SADD', KEYS[2], ARGV[1])
return 1
`;
const withdrawScript = `${othersLease}
redis.call('DEL', KEYS[1])
redis.call('SREM', KEYS[2], ARGV[1])
return 1
`;

/**
 * Writes or refreshes a node's lease. Call it every `leaseRefreshMs`. Resolves with false, and changes nothing, while
 * another instance uses the same node id.
 */
export async function publishLease(redis: Redis, lease: NodeLease): Promise<boolean> {
  const text = writeNodeLease(lease);
  const { nodeId, instance = '' } = parseNodeLease(JSON.parse(text));
  const keys = [redisKeys.node(nodeId), redisKeys.nodes];
  return (await redis.eval(publishScript, 2, ...keys, nodeId, instance, text, leaseTtlMs)) === 1;
}

/**
 * Deletes a node's lease at once, so that any work that the node still runs counts as lost. Call it for a node that has
 * returned all its work. Does nothing if another start of a node with the same id (another `instance`) wrote the lease.
 */
export async function withdrawLease(
  redis: Redis,
  { nodeId, instance = '' }: Pick<NodeLease, 'nodeId' | 'instance'>,
): Promise<void> {
  await redis.eval(withdrawScript, 2, redisKeys.node(nodeId), redisKeys.nodes, nodeId, instance);
}

/**
 * Reads all live leases, and removes the ids of nodes whose lease has expired. A lease that cannot be parsed (a node
 * with another protocol) is left out and passed to `onUnreadable`.
 */
export async function readLeases(
  redis: Redis,
  onUnreadable: (nodeId: string, error: unknown) => void = () => undefined,
): Promise<NodeLease[]> {
  const nodeIds = await redis.smembers(redisKeys.nodes);
  if (nodeIds.length === 0) return [];
  const texts = await redis.mget(nodeIds.map((nodeId) => redisKeys.node(nodeId)));
  const leases: NodeLease[] = [];
  const gone: string[] = [];
  for (const [position, nodeId] of nodeIds.entries()) {
    const text = texts[position];
    if (text === null || text === undefined) {
      gone.push(nodeId);
      continue;
    }
    try {
      leases.push(parseNodeLease(JSON.parse(text)));
    } catch (error) {
      onUnreadable(nodeId, error);
    }
  }
  // A node that returns adds itself again with its next refresh.
  if (gone.length > 0) await redis.srem(redisKeys.nodes, ...gone);
  return leases;
}

/** Instruction of an operator for a node. `drain`: finish the current work and take no more. `serve`: take work. */
export type NodeOrder = 'drain' | 'serve';

/**
 * Lifetime of an instruction in seconds. A live node renews it with every read, so that only the keys of nodes long
 * removed expire.
 */
const orderTtlSec = 30 * 86_400;

/**
 * Stores an instruction for a node. The node reads it with its next heartbeat, within about a second, and again at
 * every start.
 */
export async function orderNode(redis: Redis, nodeId: string, order: NodeOrder): Promise<void> {
  await redis.set(redisKeys.nodeOrder(nodeId), order, 'EX', orderTtlSec);
}

/**
 * Reads the operator's instruction for a node and extends the time for which Redis keeps it. null: no instruction was
 * ever given, or Redis lost it.
 */
export async function readNodeOrder(redis: Redis, nodeId: string): Promise<NodeOrder | null> {
  const text = await redis.getex(redisKeys.nodeOrder(nodeId), 'EX', orderTtlSec);
  return text === 'drain' || text === 'serve' ? text : null;
}
