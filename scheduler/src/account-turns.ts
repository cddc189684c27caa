/** Serializes the work of each account within this process: later work waits in the order of the calls. */
export interface AccountTurns {
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates a queue per account: work of one account runs one after the other, that of different accounts concurrently.
 */
export function createAccountTurns(): AccountTurns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(accountId, work) {
      const before = last.get(accountId) ?? Promise.resolve();
      const mine = before.then(work, work);
      // Work that waits behind this one starts when it ends, whatever its outcome.
      const ended = mine.catch(() => undefined);
      last.set(accountId, ended);
      try {
        return await mine;
      } finally {
        if (last.get(accountId) === ended) last.delete(accountId);
      }
    },
  };
}
