/** Lets one task of each account run at a time in this process; what comes later waits in the order of asking. */
export interface AccountTurns {
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

/** Runs the work of an account one after the other; that of different accounts side by side. */
export function createAccountTurns(): AccountTurns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async run(accountId, work) {
      const before = last.get(accountId) ?? Promise.resolve();
      const mine = before.then(work, work);
      // Whoever waits behind it waits for its end, however it ends.
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
