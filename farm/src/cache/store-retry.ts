import { setTimeout as delay } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/errors';

/**
 * Repeats an operation on the object store while the store is away (`unavailable`), for at most `forMs` (default 45 s).
 * Other errors pass at once. An outage of half a minute then costs waiting, not the work that is already done.
 * Rejects with the signal's reason as soon as it is aborted; a transfer that is under way then ends unheard, which is
 * harmless: objects are named by their content, and a file that is fetched appears where nobody looks any more.
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
      return await untilAborted(signal, operation());
    } catch (error) {
      const away = error instanceof FramemillError && error.code === 'unavailable';
      if (!away || Date.now() + delayMs > deadline) throw error;
      await delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/** Stops waiting when the signal is aborted: a slow store must not keep a node from leaving, nor a slot from other work. */
async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const onAbort = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
