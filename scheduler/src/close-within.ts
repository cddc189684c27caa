import { setTimeout as delay } from 'node:timers/promises';

/**
 * Closes parts concurrently and stops waiting after `timeoutMs`. BullMQ's `close` waits for an unavailable Redis, but
 * a service must still shut down in order. Errors go to `onError`; the parts are abandoned in any case.
 */
export async function closeWithin(
  timeoutMs: number,
  parts: readonly { close(): Promise<unknown> }[],
  onError: (error: Error) => void,
): Promise<void> {
  const report = (error: unknown) => onError(error instanceof Error ? error : new Error(String(error)));
  const enough = new AbortController();
  await Promise.race([
    Promise.all(parts.map((part) => part.close().catch(report))),
    // The timer is aborted once all parts have closed, because it would keep the process alive.
    delay(timeoutMs, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
}
