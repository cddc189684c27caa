import type { SendingLimits } from './sending-limits.ts';
import type { Clock } from './watch-pace.ts';

/**
 * Slots for concurrent transfers in one process, each assigned to a delivery by its id.
 * Transfers to slow destinations are limited further: each needs a slow slot in addition to its own slot, and a process
 * has only `SendingLimits.slowSlots` slow slots.
 */
export interface Places {
  readonly isFull: boolean;
  /** Whether a slot for a slow destination is free. */
  readonly hasSlowSlot: boolean;
  /** Returns the accounts that hold their maximum number of slots. */
  fullAccounts(): string[];
  /** Returns the accounts that hold a slot for a slow destination. */
  slowAccounts(): string[];
  /**
   * Sets the accounts that wait for a slow slot and have none. They are served in order of the time at which they last
   * freed a slow slot, earliest first.
   */
  setWaiting(accounts: readonly string[]): void;
  /**
   * Whether an account may take a slow slot now.
   * Enough slow slots must be free for this account and for all accounts that wait ahead of it.
   */
  mayTakeSlow(accountId: string): boolean;
  /**
   * Assigns a slot to a delivery, and a slow slot if `isSlow`.
   * `slowTurnMs` is the time, in ms, for which it may use a slow slot while another account waits for one.
   */
  take(deliveryId: string, accountId: string, options: { isSlow: boolean; slowTurnMs: number }): void;
  /**
   * Marks a transfer as slow and gives it a slow slot. Returns `false` when none is free; the transfer must then end.
   */
  becomeSlow(deliveryId: string): boolean;
  /** Frees the slow slot of a transfer that is no longer slow. The transfer continues in its own slot. */
  becomeFast(deliveryId: string): void;
  /**
   * Whether a slow transfer must end because another account waits for a slow slot.
   * A transfer must end when its time in the slow slot is over, or when its account has another slow slot for longer.
   * No more transfers end than accounts wait.
   */
  givesWay(deliveryId: string): boolean;
  free(deliveryId: string): void;
}

interface Holder {
  readonly accountId: string;
  readonly slowTurnMs: number;
  /** Time at which the transfer became slow, by the clock. `null` when the transfer is not slow. */
  slowSince: number | null;
  isGivingWay: boolean;
}

/** Creates the transfer slots of a process, all of them free. */
export function createSendingSlots(
  { places, ofAccount, slowSlots }: Pick<SendingLimits, 'places' | 'ofAccount' | 'slowSlots'>,
  clock: Pick<Clock, 'now'>,
): Places {
  const holders = new Map<string, Holder>();
  let waiting: string[] = [];
  /** Times at which accounts last freed a slow slot, by account id. */
  const heldUntil = new Map<string, number>();
  const slow = () => [...holders.values()].filter(({ slowSince }) => slowSince !== null);
  const freeSlow = () => slowSlots - slow().length;
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
    get hasSlowSlot() {
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
