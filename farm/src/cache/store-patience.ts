import type { Patience } from '@framemill/infra/process';

/** How long a node waits for its object store. */
export interface StorePatience {
  /** An outage of half a minute costs waiting, not the work that is already done. */
  readonly awayMs: number;
  /** What is absent or wrong is believed only when two looks, so far apart, say so. */
  readonly wrongMs: number;
}

/** How long a node waits for a store that is away, or that answers wrongly, ms. */
export const usualPatience: StorePatience = { awayMs: 45_000, wrongMs: 30_000 };

/** For reading what the farm, or a customer, has put into the store: that it is absent is a wrong answer as well. */
export function readingOf({ patience, signal }: { patience: StorePatience; signal: AbortSignal }): Patience {
  return { ...patience, mustExist: true, firstDelayMs: 200, signal };
}
