import type { Redis } from '@framemill/infra';
import { type NodeLease, type Pool, redisKeys } from './protocol/index.ts';

/**
 * Kind of work for which speeds are measured separately, because the accuracy of an estimate differs between encoders
 * and between their settings.
 */
export interface WorkKind {
  readonly format: string;
  readonly quality: string;
}

/** Time that a node took for work of a pool, and the estimated cost of the same work (`segmentCosts`), both in ms. */
export interface NodePace extends WorkKind {
  readonly renderId: string;
  readonly nodeId: string;
  readonly pool: Pool;
  readonly tookMs: number;
  readonly costMs: number;
}

/** Measured time divided by estimated time of one slot of a node, above 0. */
type Factor = number;

/** Amount of estimated work in ms over which a node's speed is averaged: older work loses weight gradually. */
const rememberedMs = 60_000;
const keptSec = 7 * 24 * 3_600;

// Only the leader adds measurements; two leaders at once would lose one at worst, so no lock is taken.
const noteScript = `
local held = redis.call('HGET', KEYS[1], ARGV[1])
local took, cost = 0, 0
if held then
  local old = cjson.decode(held)
  local keep = math.max(0, 1 - tonumber(ARGV[3]) / tonumber(ARGV[4]))
  took, cost = old.tookMs * keep, old.costMs * keep
end
local now = { tookMs = took + tonumber(ARGV[2]), costMs = cost + tonumber(ARGV[3]) }
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(now))
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1
`;

/**
 * Adds measurements to the speeds of their nodes, which are stored in Redis. If Redis loses them, quotes use the times
 * of earlier renders until there are new measurements.
 */
export async function noteNodeSpeeds(redis: Redis, paces: readonly NodePace[]): Promise<void> {
  await Promise.all(
    paces.flatMap(({ nodeId, pool, tookMs, costMs, ...kind }) =>
      [pool, fieldOf(pool, kind)].map((field) =>
        redis.eval(noteScript, 1, redisKeys.nodeSpeed(nodeId), field, tookMs, costMs, rememberedMs, keptSec),
      ),
    ),
  );
}

function fieldOf(pool: Pool, { format, quality }: WorkKind): string {
  return `${pool} ${format} ${quality}`;
}

/**
 * Reads the mean speed factor (measured time divided by estimated time) of some nodes in a pool, weighted by their
 * slots. For a node that has done this kind of work, the factor for this kind is used, otherwise its factor for all
 * work. null: none of the nodes has been measured yet.
 */
export async function readNodeSpeed(
  redis: Redis,
  leases: readonly NodeLease[],
  pool: Pool,
  kind: WorkKind,
): Promise<Factor | null> {
  const texts = await Promise.all(
    leases.map(async ({ nodeId }) => {
      const [own, all] = await redis.hmget(redisKeys.nodeSpeed(nodeId), fieldOf(pool, kind), pool);
      return own ?? all ?? null;
    }),
  );
  let [slots, speeds] = [0, 0];
  for (const [position, text] of texts.entries()) {
    const factor = text === null ? null : factorOf(text);
    const weight = leases[position]?.slots ?? 0;
    if (factor === null || weight === 0) continue;
    slots += weight;
    speeds += weight / factor;
  }
  return slots === 0 ? null : slots / speeds;
}

function factorOf(text: string): Factor | null {
  const { tookMs, costMs }: { tookMs?: number; costMs?: number } = JSON.parse(text);
  return tookMs && costMs && tookMs > 0 && costMs > 0 ? tookMs / costMs : null;
}
