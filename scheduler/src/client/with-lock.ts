import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Redis } from '@framemill/infra';

const lookEveryMs = 100;
/** Kept a little longer than the work may take: who dies with it gives it back so late. */
const slackMs = 1_000;
const releaseScript = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/**
 * Runs `work` while no other process does with the same key. Waits for that until `endsAtMs` (of `performance.now()`), then resolves with null; the work must have
 * ended by then, too. Rejects with the signal's reason when it is aborted while waiting.
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
    // It expires by itself where Redis is away.
    await redis.eval(releaseScript, 1, key, token).catch(() => undefined);
  }
}
