/** Last work started or queued for each account; each account's work runs in the order of its requests. */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work of the account in this process.
 * The account's work runs one at a time, in the order of the calls. Calls that would otherwise wait for the account's
 * row in the database wait here, and hold no connection meanwhile.
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
