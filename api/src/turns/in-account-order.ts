/** Work of accounts that runs, each account's in the order in which it was asked for. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after whatever this process runs for the account by this function, and before what is asked for later: one piece at a
 * time. What would wait in the database for the account's row waits here, and holds no connection meanwhile.
 */
export function inAccountOrder<T>(accountId: string, work: () => Promise<T>): Promise<T> {
  const before = running.get(accountId) ?? Promise.resolve();
  const result = before.then(work, work);
  running.set(accountId, result);
  const forget = () => {
    if (running.get(accountId) === result) running.delete(accountId);
  };
  result.then(forget, forget);
  return result;
}
