import { createAccountTurns } from './account-turns.ts';

/**
 * Resolves in a separate turn of the event loop, so that other work runs in between.
 * Scheduled fairly between accounts, and between the addresses of one account.
 */
export type OwnTurn = (accountId: string, address?: string) => Promise<void>;

/** Creates the scheduler of one process. `callsATurn` is the maximum number of calls resolved per turn of the loop. */
export function createOwnTurns(callsATurn = 1): OwnTurn {
  const waiting = createAccountTurns<() => void>();
  let isRunning = false;

  function next(): void {
    for (let count = 0; count < callsATurn; count += 1) waiting.take()?.();
    isRunning = waiting.size > 0;
    if (isRunning) setImmediate(next);
  }

  return (accountId, address = '') =>
    new Promise((resolve) => {
      waiting.add({ accountId, address }, resolve);
      if (!isRunning) setImmediate(next);
      isRunning = true;
    });
}
