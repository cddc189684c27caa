import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from '@framemill/infra';

const lookEveryMs = 100;
/** Time in ms that the lock outlives the work's deadline. A process that dies with the lock frees it that late. */
const slackMs = 1_000;
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Runs `work` while no other process runs work with the same key. Waits for the lock until `endsAtMs` (a time of
 * `performance.now()`), then resolves with null; the work must have ended by then, too. Rejects with the signal's
 * reason when the signal is aborted during the wait.
 */
export async function withLock<T>(
  redis: Redis,
  { key, endsAtMs, signal }: { key: string; endsAtMs: number; signal: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T | null> {
  const token = randomUUID();
  for (;;) {
    signal?.throwIfAborted();
    const leftMs = Math.ceil(endsAtMs - performance.now());
    if (leftMs <= 0) return null;
    if ((await redis.set(key, token, 'PX', leftMs + slackMs, 'NX')) !== null) break;
    await setTimeout(Math.min(lookEveryMs, leftMs), undefined, { ...(signal && { signal }) });
  }
  try {
    return await work();
  } finally {
    // The lock expires by itself when Redis is unavailable.
    await redis.eval(releaseScript, 1, key, token).catch(() => undefined);
  }
}
