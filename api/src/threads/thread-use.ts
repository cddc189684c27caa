import type { Redis } from '@framemill/infra';

/** Use of worker threads by the expensive calls of an account. */
export interface ThreadUse {
  /**
   * Number of calls of this day (UTC) that threads have answered; `seconds` is the time that threads worked on them.
   */
  calls: number;
  seconds: number;
}

const keyOf = (accountId: string) => `fm:threads:${accountId}:${new Date().toISOString().slice(0, 10)}`;

/** Adds one call to the account's use of today. `seconds` is the time that a thread worked on it. */
export async function addThreadUse(redis: Redis, accountId: string, seconds: number): Promise<void> {
  const key = keyOf(accountId);
  await redis
    .multi()
    .hincrby(key, 'calls', 1)
    .hincrbyfloat(key, 'seconds', seconds.toFixed(3))
    .expire(key, 2 * 86_400)
    .exec();
}

/** Reads the account's use of today, over all processes of the API. */
export async function readThreadUse(redis: Redis, accountId: string): Promise<ThreadUse> {
  const { calls = '0', seconds = '0' } = await redis.hgetall(keyOf(accountId));
  return { calls: Number(calls), seconds: Number(seconds) };
}
