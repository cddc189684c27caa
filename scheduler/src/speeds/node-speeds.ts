import type { Redis } from '@framemill/infra';
import type { NodeLease, Pool } from '../protocol/index.ts';
import { redisKeys } from '../protocol/index.ts';

/** Kinds of work: how good an estimate is differs from encoder to encoder, and from one setting of it to another. */
export interface WorkKind {
  readonly format: string;
  readonly quality: string;
}

/** What a node took for work of a pool, and what was estimated of it (`segmentCosts`), milliseconds. */
export interface NodePace extends WorkKind {
  readonly renderId: string;
  readonly nodeId: string;
  readonly pool: Pool;
  readonly tookMs: number;
  readonly costMs: number;
}

/** Measured time over estimated time of one slot of a node, above 0. */
type Factor = number;

/** Work that a node's speed is the mean of: the older of more is forgotten little by little. */
const rememberedMs = 60_000;
const keptSec = 7 * 24 * 3_600;

// Whoever leads adds to it; two leaders at once would at worst lose one measurement, so no lock is taken.
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

/** Takes measurements of nodes into their speeds. Redis may lose them: then quotes go by what renders took until there are new ones. */
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
 * How fast the slots of these nodes are in a pool: the mean of their factors by slots, for this kind of work where a node has done some,
 * else for all of its work. null: none of them was measured yet.
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
