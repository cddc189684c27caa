import { withPatience } from '@framemill/infra/process';

/**
 * Repeats a write to the object store while the store is away, or shows something else than was sent, for at most `forMs`
 * (default 45 s). Other errors pass at once. An outage of half a minute then costs waiting, not the work that is already done.
 * Rejects with the signal's reason as soon as it is aborted; a transfer that was not given the
 * signal then ends unheard, which is harmless: objects are named by their content.
 */
export async function retryWhileAway<T>(
  signal: AbortSignal,
  operation: () => Promise<T>,
  options: { forMs?: number; firstDelayMs?: number } = {},
): Promise<T> {
  const { forMs = 45_000, firstDelayMs = 200 } = options;
  return withPatience(operation, { awayMs: forMs, wrongMs: forMs, firstDelayMs, signal });
}
