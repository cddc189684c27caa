import type { Metrics, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { slidingWindowScript } from './sliding-window.ts';

/** Length of the sliding window, in seconds. */
export const WINDOW_SEC = 60;

/** Maximum time that a call waits for Redis, in ms. The call is then refused as `unavailable`. */
const REDIS_DEADLINE_MS = 2_000;

/**
 * Rate limit that a call counts against. `name` is for example `api_v1`; `limit` is the number of calls per window of
 * WINDOW_SEC.
 */
export interface Bucket {
  name: string;
  limit: number;
  /** Number of calls that this one counts as, at most `limit`; 1 when absent. */
  cost?: number;
}

/** Decision of the rate limiter about one call. */
export interface LimiterDecision {
  /** Bucket that refuses the call; null when the call is admitted. A refused call is not counted. */
  refusedBy: Bucket | null;
  /** Calls left in the first bucket; 0 when the call is refused. */
  remaining: number;
  /** Whole seconds until the refusing bucket has capacity, at least 1; 0 when the call is admitted. */
  retryAfterSec: number;
  /** Value of the Redis key `alsoGet`; null when the key does not exist or was not requested. */
  value: string | null;
}

/** Sliding-window rate limiter of the API. */
export interface Limiter {
  /**
   * Counts one call of `key` against all `buckets`, or against none when one of them is full.
   * Also reads the Redis key `alsoGet` in the same round trip. Throws `unavailable` when Redis does not answer.
   */
  take(key: string, buckets: [Bucket, ...Bucket[]], alsoGet?: string): Promise<LimiterDecision>;
  /** Removes the newest call of `key` from a bucket. Used when a counted call was then refused for another reason. */
  giveBack(key: string, bucket: Bucket): Promise<void>;
}

/** Creates a limiter that stores its state in Redis (keys `fm:rl:<bucket>:<key>`). Only tests shorten `windowMs`. */
export function createLimiter(redis: Redis, windowMs: number = WINDOW_SEC * 1_000): Limiter {
  const script = { lua: slidingWindowScript(), sha: '' };
  const windowUs = String(windowMs * 1_000);

  async function run(keys: string[], args: string[]): Promise<unknown> {
    if (script.sha === '') script.sha = String(await redis.script('LOAD', script.lua));
    try {
      return await redis.evalsha(script.sha, keys.length, ...keys, ...args);
    } catch (error) {
      // Redis was restarted and lost the script.
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(script.lua, keys.length, ...keys, ...args);
    }
  }

  return {
    async giveBack(key, { name, cost = 1 }) {
      await redis.rpop(`fm:rl:${name}:${key}`, cost);
    },
    async take(key, buckets, alsoGet) {
      const keys = buckets.map((bucket) => `fm:rl:${bucket.name}:${key}`);
      if (alsoGet !== undefined) keys.push(alsoGet);
      const args = [
        String(buckets.length),
        windowUs,
        ...buckets.map(({ limit }) => String(limit)),
        ...buckets.map(({ cost = 1 }) => String(cost)),
      ];
      try {
        return decide(buckets, await beforeDeadline(run(keys, args), REDIS_DEADLINE_MS));
      } catch (cause) {
        const message = 'The rate limit cannot be checked now. Nothing was done; try again later.';
        throw new FramemillError('unavailable', message, {}, { cause });
      }
    },
  };
}

function decide(buckets: [Bucket, ...Bucket[]], answer: unknown): LimiterDecision {
  if (!Array.isArray(answer)) throw new Error(`The script of the rate limiter returned ${typeof answer}, not a list.`);
  const [refusing, left, waitUs, , value] = answer;
  const refusedBy = Number(refusing) > 0 ? (buckets[Number(refusing) - 1] ?? buckets[0]) : null;
  const remaining = refusedBy ? 0 : Number(Array.isArray(left) ? left[0] : 0);
  return {
    refusedBy,
    remaining,
    retryAfterSec: refusedBy ? Math.max(1, Math.ceil(Number(waitUs) / 1e6)) : 0,
    value: typeof value === 'string' ? value : null,
  };
}

async function beforeDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const refuse = () => reject(new Error(`Redis did not respond within ${deadlineMs} ms.`));
  // The answer may have arrived while this process was busy. Waiting for the check phase lets it be read first.
  const timer = setTimeout(() => setImmediate(refuse), deadlineMs);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Counts one call of `key` against one bucket with a window of WINDOW_SEC.
 * When the bucket is full, throws `rate_limited` with `retryAfterSec`, and counts the refusal in the metrics. Throws
 * `unavailable` when Redis does not answer.
 */
export async function admit(
  limiter: Pick<Limiter, 'take'>,
  key: string,
  bucket: Bucket,
  { rateLimited }: Pick<Metrics, 'rateLimited'>,
): Promise<void> {
  const { refusedBy, retryAfterSec } = await limiter.take(key, [bucket]);
  if (!refusedBy) return;
  rateLimited.inc({ bucket: bucket.name });
  throw tooManyRequests(bucket, retryAfterSec, { retryAfterSec });
}

/**
 * Returns the `rate_limited` error for a bucket whose limit is reached. `retryAfterSec`: seconds until it accepts a
 * call again.
 */
export function tooManyRequests(
  { limit }: Pick<Bucket, 'limit'>,
  retryAfterSec: number,
  details: { retryAfterSec?: number } = {},
): FramemillError {
  const message =
    `Too many requests of this kind: the limit is ${limit} in ${WINDOW_SEC} s. ` + `Try again in ${retryAfterSec} s.`;
  return new FramemillError('rate_limited', message, details);
}
