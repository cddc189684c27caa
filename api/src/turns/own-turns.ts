import { createAccountTurns } from './account-turns.ts';

/**
 * Resolves in a separate turn of the event loop, so that other work runs in between.
 * Scheduled fairly between accounts, and between the addresses of one account.
 */
export type OwnTurn = (accountId: string, address?: string) => Promise<void>;

/**
 * Creates the scheduler of one process. Resolves `callsATurn` calls per turn of the loop, or one of each waiting account, at most
 * `mostATurn`: an account with few calls then does not wait for a turn of each other account.
 */
export function createOwnTurns(callsATurn = 1, mostATurn = callsATurn): OwnTurn {
  const waiting = createAccountTurns<() => void>();
  let isRunning = false;

  function next(): void {
    const calls = Math.min(mostATurn, Math.max(callsATurn, waiting.accounts));
    for (let count = 0; count < calls; count += 1) waiting.take()?.();
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
