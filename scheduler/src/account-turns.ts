/**
 * Task queues, one for each account. The tasks of an account run sequentially within this process, in the order of the
 * calls.
 */
export interface AccountTurns {
  run<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

/**
 * Creates the task queues. Tasks of the same account run sequentially; tasks of different accounts run concurrently.
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
