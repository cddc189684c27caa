import { createTurns, type Turns } from './turns.ts';

/** The account whose share of the service is used, and the address of the client for which it is used. */
export interface TurnOwner {
  readonly accountId: string;
  readonly address: string;
}

/** Waiting items, taken in turns between accounts and, within one account, in turns between addresses. */
export interface AccountTurns<Item> {
  readonly size: number;
  add(owner: TurnOwner, item: Item): void;
  /** Removes the next item; undefined when none waits. */
  take(): Item | undefined;
}

const anyone = () => true;

/** Creates an empty queue. */
export function createAccountTurns<Item>(): AccountTurns<Item> {
  // Each waiting item has one entry here; which of the account's items it stands for is decided when its turn comes.
  const accounts = createTurns<Turns<Item>>();
  const byAccount = new Map<string, Turns<Item>>();
  return {
    get size() {
      return accounts.size;
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
