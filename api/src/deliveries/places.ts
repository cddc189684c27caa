import type { SendingLimits } from './sending-limits.ts';
import type { Clock } from './watch-pace.ts';

/** Places of one process for sendings, by the id of the delivery that holds one. */
export interface Places {
  readonly isFull: boolean;
  /** Whether a place for a slow destination is free. */
  readonly hasSlowPlace: boolean;
  /** Accounts that hold all places that one may have. */
  fullAccounts(): string[];
  /** Accounts that hold a place for a slow destination. */
  slowAccounts(): string[];
  /** Replaces the accounts that wait for a slow place and hold none: who held one last comes last. */
  setWaiting(accounts: readonly string[]): void;
  /** Whether an account may take a slow place now: one is free behind those that wait before it. */
  mayTakeSlow(accountId: string): boolean;
  /** `slowTurnMs`: how long it may be slow while another account waits. */
  take(deliveryId: string, accountId: string, options: { isSlow: boolean; slowTurnMs: number }): void;
  /** Counts a sending among the slow ones. False: their places are taken, and it must give way. */
  becomeSlow(deliveryId: string): boolean;
  /** Gives the slow place back; the sending keeps its place. */
  becomeFast(deliveryId: string): void;
  /**
   * Whether a slow sending must give way to another account that waits for a slow place: its turn is over, or its account
   * holds another slow place for longer. No more give way than others wait.
   */
  givesWay(deliveryId: string): boolean;
  free(deliveryId: string): void;
}

interface Holder {
  readonly accountId: string;
  readonly slowTurnMs: number;
  /** By the clock; null: it is not slow. */
  slowSince: number | null;
  isGivingWay: boolean;
}

/** Makes the places of a process, all of them free. */
export function createPlaces(
  { places, ofAccount, slowPlaces }: Pick<SendingLimits, 'places' | 'ofAccount' | 'slowPlaces'>,
  clock: Pick<Clock, 'now'>,
): Places {
  const holders = new Map<string, Holder>();
  let waiting: string[] = [];
  /** When accounts gave their last slow place back. */
  const heldUntil = new Map<string, number>();
  const slow = () => [...holders.values()].filter(({ slowSince }) => slowSince !== null);
  const freeSlow = () => slowPlaces - slow().length;
  const begin = (holder: Holder) => {
    holder.slowSince = clock.now();
    waiting = waiting.filter((accountId) => accountId !== holder.accountId);
  };
  const end = (holder: Holder | undefined) => {
    if (holder === undefined || holder.slowSince === null) return;
    holder.slowSince = null;
    holder.isGivingWay = false;
    heldUntil.set(holder.accountId, clock.now());
  };
  return {
    get isFull() {
      return holders.size >= places;
    },
    get hasSlowPlace() {
      return freeSlow() > 0;
    },
    fullAccounts() {
      const held = new Map<string, number>();
      for (const { accountId } of holders.values()) held.set(accountId, (held.get(accountId) ?? 0) + 1);
      return [...held].filter(([, count]) => count >= ofAccount).map(([accountId]) => accountId);
    },
    slowAccounts: () => [...new Set(slow().map(({ accountId }) => accountId))],
    setWaiting(accounts) {
      for (const accountId of heldUntil.keys()) if (!accounts.includes(accountId)) heldUntil.delete(accountId);
      waiting = accounts.toSorted((a, b) => (heldUntil.get(a) ?? 0) - (heldUntil.get(b) ?? 0));
    },
    mayTakeSlow(accountId) {
      const place = waiting.indexOf(accountId);
      return (place < 0 ? waiting.length : place) < freeSlow();
    },
    take(deliveryId, accountId, { isSlow, slowTurnMs }) {
      const holder: Holder = { accountId, slowTurnMs, slowSince: null, isGivingWay: false };
      holders.set(deliveryId, holder);
      if (isSlow) begin(holder);
    },
    becomeSlow(deliveryId) {
      const holder = holders.get(deliveryId);
      if (holder === undefined || holder.slowSince !== null) return true;
      if (freeSlow() <= 0) return false;
      begin(holder);
      return true;
    },
    becomeFast(deliveryId) {
      end(holders.get(deliveryId));
    },
    givesWay(deliveryId) {
      const holder = holders.get(deliveryId);
      if (holder === undefined || holder.slowSince === null) return false;
      if (holder.isGivingWay) return true;
      const since = holder.slowSince;
      const going = slow().filter(({ isGivingWay }) => isGivingWay).length;
      if (waiting.length <= freeSlow() + going) return false;
      const isSecond = slow().some(
        (other) =>
          other !== holder &&
          other.accountId === holder.accountId &&
          !other.isGivingWay &&
          (other.slowSince ?? 0) <= since,
      );
      holder.isGivingWay = isSecond || clock.now() - since >= holder.slowTurnMs;
      return holder.isGivingWay;
    },
    free(deliveryId) {
      end(holders.get(deliveryId));
      holders.delete(deliveryId);
    },
  };
}
