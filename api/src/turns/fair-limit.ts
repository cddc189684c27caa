import { createAccountTurns, type TurnOwner } from './account-turns.ts';

/** Runs work, a bounded number of pieces at a time; waiting work starts in turns between accounts, then addresses. */
export type FairLimit = <Result>(owner: TurnOwner, work: () => Promise<Result>) => Promise<Result>;

/** Creates a limit of `width` pieces of work at a time. */
export function createFairLimit(width: number): FairLimit {
  const waiting = createAccountTurns<() => void>();
  let running = 0;

  return async (owner, work) => {
    if (running < width) running += 1;
    // The place passes from the work that ends to the one that begins.
    else await new Promise<void>((resolve) => waiting.add(owner, resolve));
    try {
      return await work();
    } finally {
      const next = waiting.take();
      if (next) next();
      else running -= 1;
    }
  };
}
