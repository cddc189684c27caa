import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline';

/**
 * Repeats an operation on the object store while the store is away (`unavailable`), for at most `forMs` (default 45 s).
 * Other errors pass at once. An outage of half a minute then costs waiting, not the work that is already done.
 */
export async function retryWhileAway<T>(
  signal: AbortSignal,
  operation: () => Promise<T>,
  options: { forMs?: number; firstDelayMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + (options.forMs ?? 45_000);
  for (let delayMs = options.firstDelayMs ?? 200; ; delayMs = Math.min(delayMs * 2, 5_000)) {
    signal.throwIfAborted();
    try {
      return await operation();
    } catch (error) {
      const away = error instanceof FramemillError && error.code === 'unavailable';
      if (!away || Date.now() + delayMs > deadline) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
