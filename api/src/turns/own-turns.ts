import { createAccountTurns } from './account-turns.ts';

/**
 * Resolves in a turn of the event loop of its own, so that all other work is done in between. Accounts take turns, and the
 * addresses of one account do.
 */
export type OwnTurn = (accountId: string, address?: string) => Promise<void>;

/** Creates the turns of one process. `callsATurn`: calls that may begin in one turn of the loop. */
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
