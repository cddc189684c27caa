import { createTurns } from './turns.ts';

/** Has calls begin in turns of the event loop of their own, accounts in turns: in between all others are heard. */
export type OwnTurn = (accountId: string) => Promise<void>;

/** Makes the turns of one process. */
export function createOwnTurns(): OwnTurn {
  const waiting = createTurns<() => void>();
  let isRunning = false;

  function next(): void {
    waiting.take(() => true)?.();
    isRunning = waiting.size > 0;
    if (isRunning) setImmediate(next);
  }

  return (accountId) =>
    new Promise((resolve) => {
      waiting.add(accountId, resolve);
      if (!isRunning) setImmediate(next);
      isRunning = true;
    });
}
