import { FramemillError } from '@framemill/timeline';

/**
 * Semaphore that limits the concurrent requests of each account, so that one account cannot use all database
 * connections.
 */
export interface AccountSemaphore {
  /**
   * Waits for a free slot of the account. Returns a function that frees it; repeated calls have no effect. Throws
   * `unavailable` when too many requests wait.
   */
  enter(accountId: string): Promise<() => void>;
}

/** Maximum number of concurrent requests of one account. It is lower than the number of database connections. */
const WIDTH = 4;
/**
 * Maximum number of waiting requests of one account. It equals the requests per minute of the largest plan. The bodies
 * of waiting requests are not read yet.
 */
const MOST_WAITING = 600;

/**
 * Creates the semaphore of one process. Each account may have `width` concurrent and `mostWaiting` waiting requests.
 */
export function createAccountSemaphore(width = WIDTH, mostWaiting = MOST_WAITING): AccountSemaphore {
  const accounts = new Map<string, { taken: number; waiting: (() => void)[] }>();

  function leave(accountId: string): void {
    const account = accounts.get(accountId);
    if (!account) return;
    const next = account.waiting.shift();
    // Start it in a new event loop iteration, so that requests of other accounts are received in between.
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
