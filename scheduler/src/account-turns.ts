/** Queues that run the work of each account one after the other, in the order of the calls, within this process. */
export interface AccountTurns {
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

/** Creates the queues. Work of one account runs one after the other; work of different accounts runs concurrently. */
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
