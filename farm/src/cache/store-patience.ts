import { type Patience, withPatience } from '@framemill/infra/process';

/** Times for which a node waits for its object store. */
export interface StorePatience {
  /**
   * Maximum time to wait for an unavailable store, in ms: an outage of half a minute only delays, and completed work
   * is not lost.
   */
  readonly awayMs: number;
  /**
   * Time between two reads, in ms, after which an object that is absent or wrong in both is accepted as absent or
   * wrong.
   */
  readonly wrongMs: number;
}

/** Default times for which a node waits for a store that is unavailable or returns wrong data. */
export const usualPatience: StorePatience = { awayMs: 45_000, wrongMs: 30_000 };

/**
 * Returns the waiting times for reading an object that the farm or a customer has stored. A missing object then counts
 * as a wrong response too.
 */
export function readingOf({ patience, signal }: { patience: StorePatience; signal: AbortSignal }): Patience {
  return { ...patience, mustExist: true, firstDelayMs: 200, signal };
}

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
