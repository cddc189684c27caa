import { createAccountTurns, type TurnOwner } from './account-turns.ts';

/** Runs work with a limit on concurrency. Waiting work starts fairly between accounts, then between addresses. */
export type FairLimit = <Result>(owner: TurnOwner, work: () => Promise<Result>) => Promise<Result>;

/** Creates a limit of `width` concurrent pieces of work. */
export function createFairLimit(width: number): FairLimit {
  const waiting = createAccountTurns<() => void>();
  let running = 0;

  return async (owner, work) => {
    if (running < width) running += 1;
    // The work that ends passes its slot directly to the work that begins.
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
