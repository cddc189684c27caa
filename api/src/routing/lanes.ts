import { FramemillError } from '@framemill/timeline';

/** Bounds how many requests of one account are worked on side by side: they share the database's connections with all others. */
export interface Lanes {
  /** Resolves when the account has a free lane; the function it gives leaves it, once. Throws `unavailable` when too many wait. */
  enter(accountId: string): Promise<() => void>;
}

/** Requests of one account side by side: fewer than the database has connections. */
const WIDTH = 4;
/** Requests of one account that may wait: a minute of the largest plan. Nothing of them is read yet. */
const MOST_WAITING = 600;

/** Makes the lanes of one process. */
export function createLanes(width = WIDTH, mostWaiting = MOST_WAITING): Lanes {
  const accounts = new Map<string, { taken: number; waiting: (() => void)[] }>();

  function leave(accountId: string): void {
    const account = accounts.get(accountId);
    if (!account) return;
    const next = account.waiting.shift();
    // In a turn of its own: what all accounts have sent meanwhile is heard in between.
    if (next) setImmediate(next);
    else if (--account.taken === 0) accounts.delete(accountId);
  }

  return {
    async enter(accountId) {
      const account = accounts.get(accountId) ?? { taken: 0, waiting: [] };
      accounts.set(accountId, account);
      if (account.taken < width) account.taken += 1;
      else {
        if (account.waiting.length >= mostWaiting) {
          throw new FramemillError('unavailable', 'Too many requests of this account are waiting. Try again later.');
        }
        await new Promise<void>((resolve) => account.waiting.push(resolve));
      }
      let left = false;
      return () => {
        if (!left) leave(accountId);
        left = true;
      };
    },
  };
}
