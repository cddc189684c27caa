import type { Redis } from '@framemill/infra';

/** What the heavy calls of an account have taken. */
export interface ThreadUse {
  /** Calls of this day (UTC) that threads have answered, and how long they worked on them. */
  calls: number;
  seconds: number;
}

const keyOf = (accountId: string) => `fm:threads:${accountId}:${new Date().toISOString().slice(0, 10)}`;

/** Adds one call to what an account used today. */
export async function addThreadUse(redis: Redis, accountId: string, seconds: number): Promise<void> {
  const key = keyOf(accountId);
  await redis
    .multi()
    .hincrby(key, 'calls', 1)
    .hincrbyfloat(key, 'seconds', seconds.toFixed(3))
    .expire(key, 2 * 86_400)
    .exec();
}

/** What an account used today, by all processes of the API. */
export async function readThreadUse(redis: Redis, accountId: string): Promise<ThreadUse> {
  const { calls = '0', seconds = '0' } = await redis.hgetall(keyOf(accountId));
  return { calls: Number(calls), seconds: Number(seconds) };
}
