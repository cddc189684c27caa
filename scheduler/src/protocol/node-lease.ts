import type { Redis } from '@framemill/infra';
import { Type } from '@framemill/timeline/typebox';
import { count, fingerprint, id, sizeBytes } from './fields.ts';
import { parserOf } from './parser.ts';
import { leaseTtlMs, redisKeys } from './redis-keys.ts';

export const pools = ['cpu', 'gpu', 'html'] as const;
export type Pool = (typeof pools)[number];

/** A pool as stored with a render; one that this release does not know counts as `cpu`. */
export function parsePool(name: string): Pool {
  return pools.find((pool) => pool === name) ?? 'cpu';
}

/** What a node says about itself every second. A node whose lease expires is lost, with all it was running. */
export const NodeLeaseSchema = Type.Object({
  nodeId: id,
  host: Type.String({ maxLength: 255 }),
  pid: count,
  pools: Type.Array(Type.Union([Type.Literal('cpu'), Type.Literal('gpu'), Type.Literal('html')])),
  /** Ranges it can run at once; `busy` of them are taken. */
  slots: count,
  busy: count,
  fingerprint,
  /** Its engine together with its browser: what html clips are pinned to. Only with the pool `html`. */
  htmlFingerprint: Type.Optional(fingerprint),
  protocolVersion: Type.Integer({ minimum: 1 }),
  /** It speaks every version from here on; absent: only `protocolVersion`. */
  oldestProtocolVersion: Type.Optional(Type.Integer({ minimum: 1 })),
  version: Type.String({ maxLength: 64 }),
  memoryBytes: sizeBytes,
  codecs: Type.Array(Type.String({ maxLength: 64 })),
  /** Whether its stitches can copy a source (`StitchManifest.copy`). Absent: an older release, which cannot. */
  copies: Type.Optional(Type.Boolean()),
  /** Every job it holds, with the frames done so far. */
  running: Type.Array(Type.Object({ jobId: Type.String({ maxLength: 128 }), framesDone: count })),
  /** True: it finishes what it has and takes no more. */
  draining: Type.Boolean(),
});
export type NodeLease = Type.Static<typeof NodeLeaseSchema>;
export const parseNodeLease = parserOf('node lease', NodeLeaseSchema);

/** Writes or refreshes a node's lease. Call it every `leaseRefreshMs`. */
export async function publishLease(redis: Redis, lease: NodeLease): Promise<void> {
  await redis
    .pipeline()
    .set(redisKeys.node(lease.nodeId), JSON.stringify(parseNodeLease(lease)), 'PX', leaseTtlMs)
    .sadd(redisKeys.nodes, lease.nodeId)
    .exec();
}

/** Takes a node's lease away at once: what it still runs is lost. For a node that has handed everything back. */
export async function withdrawLease(redis: Redis, nodeId: string): Promise<void> {
  await redis.pipeline().del(redisKeys.node(nodeId)).srem(redisKeys.nodes, nodeId).exec();
}

/**
 * Reads all live leases and forgets nodes whose lease has expired. A lease that cannot be read (a node of another
 * protocol) is left out and reported to `onUnreadable`.
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
  // A node that comes back adds itself again with its next refresh.
  if (gone.length > 0) await redis.srem(redisKeys.nodes, ...gone);
  return leases;
}
