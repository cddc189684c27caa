import { createTurns, type Turns } from '@framemill/infra';

/** Account that is charged for work, and the network address of the client that requested it. */
export interface TurnOwner {
  readonly accountId: string;
  readonly address: string;
}

/** Queue scheduled fairly between accounts and, within one account, between addresses. */
export interface AccountTurns<Item> {
  readonly size: number;
  /** Number of accounts that have items. */
  readonly accounts: number;
  add(owner: TurnOwner, item: Item): void;
  /** Removes and returns the next item; undefined when the queue is empty. */
  take(): Item | undefined;
}

const anyone = () => true;

/** Creates an empty fair queue. */
export function createAccountTurns<Item>(): AccountTurns<Item> {
  // Each waiting item has one entry here. Which of the account's items it stands for is decided when it is taken.
  const accounts = createTurns<Turns<Item>>();
  const byAccount = new Map<string, Turns<Item>>();
  return {
    get size() {
      return accounts.size;
    },
    get accounts() {
      return accounts.owners;
    },
    add({ accountId, address }, item) {
      const addresses = byAccount.get(accountId) ?? createTurns<Item>();
      byAccount.set(accountId, addresses);
      addresses.add(address, item);
      accounts.add(accountId, addresses);
    },
    take() {
      let accountId = '';
      const addresses = accounts.take((owner) => {
        accountId = owner;
        return true;
      });
      const item = addresses?.take(anyone);
      if (addresses?.size === 0) byAccount.delete(accountId);
      return item;
    },
  };
}

/**
 * Last work (promise) started or queued for each account, by account id. An account's work runs in the order of its
 * requests.
 */
const running = new Map<string, Promise<unknown>>();

/**
 * Runs `work` after all earlier work of the account in this process. The functions passed for one account run one at a
 * time, in the order of the calls. Calls wait here, without using a database connection, instead of waiting in the
 * database for the lock of the account's row.
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

/**
 * Function that runs work with a limit on concurrency. Waiting work starts fairly between accounts, then between client
 * addresses.
 */
export type FairLimit = <Result>(owner: TurnOwner, work: () => Promise<Result>) => Promise<Result>;

/** Creates a concurrency limit: at most `width` functions run at the same time. */
export function createFairLimit(width: number): FairLimit {
  const waiting = createAccountTurns<() => void>();
  let running = 0;

  return async (owner, work) => {
    if (running < width) running += 1;
    // The work that ends passes its slot directly to the work that begins.
    else await new Promise<void>((resolve) => waiting.add(owner, resolve));
    try {
      return await work();
    } finally {
      const next = waiting.take();
      if (next) next();
      else running -= 1;
    }
  };
}

/**
 * Function whose promise resolves in a separate turn of the event loop, so that other work runs in between. Turns are
 * distributed fairly between accounts, and between the client addresses of one account.
 */
export type FairTurn = (accountId: string, address?: string) => Promise<void>;

/**
 * Creates the scheduler of one process. In each turn of the event loop it resolves `callsATurn` calls or, if more
 * accounts are waiting, one call of each account, up to `mostATurn`. With a larger `mostATurn`, an account with few
 * calls therefore does not wait one turn for every other account.
 */
export function createFairTurns(callsATurn = 1, mostATurn = callsATurn): FairTurn {
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
