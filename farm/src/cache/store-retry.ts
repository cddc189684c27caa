import { withPatience } from '@framemill/infra/process';

/**
 * Repeats a write to the object store while the store is unavailable, or returns something else than was written, for
 * at most `forMs` (default 45 s). Other errors are thrown at once. An outage of half a minute then only delays, and
 * completed work is not lost. Rejects with the signal's reason as soon as it is aborted. A transfer that does not get
 * the signal then continues in the background, which is harmless: objects are named by their content.
 */
export async function retryWhileAway<T>(
  signal: AbortSignal,
  operation: () => Promise<T>,
  options: { forMs?: number; firstDelayMs?: number } = {},
): Promise<T> {
  const { forMs = 45_000, firstDelayMs = 200 } = options;
  return withPatience(operation, { awayMs: forMs, wrongMs: forMs, firstDelayMs, signal });
}
