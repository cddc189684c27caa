import { setTimeout as delay } from 'node:timers/promises';

/**
 * Closes parts side by side and stops waiting after `timeoutMs`. BullMQ's parts wait in `close` for a Redis that is away;
 * a service must still stop in order. Errors go to `onError`: what is being closed is given up in any case.
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
    // Cancelled when all have closed, or it would hold the process.
    delay(timeoutMs, undefined, { signal: enough.signal }).catch(() => undefined),
  ]);
  enough.abort();
}
