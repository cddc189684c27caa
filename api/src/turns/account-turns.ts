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
