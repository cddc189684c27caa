import type { SendingLimits } from './sending-limits.ts';
import type { Clock } from './watch-pace.ts';

/** Slots of one process for transfers, by the id of the delivery that holds each. */
export interface Places {
  readonly isFull: boolean;
  /** Whether a slot for a slow destination is free. */
  readonly hasSlowSlot: boolean;
  /** Returns the accounts that hold their maximum number of slots. */
  fullAccounts(): string[];
  /** Returns the accounts that hold a slot for a slow destination. */
  slowAccounts(): string[];
  /**
   * Replaces the list of accounts that wait for a slow slot and hold none. The account that held one most recently
   * comes last.
   */
  setWaiting(accounts: readonly string[]): void;
  /**
   * Whether an account may take a slow slot now: enough are free for the accounts before it in the queue and for it.
   */
  mayTakeSlow(accountId: string): boolean;
  /** Assigns a slot to a delivery. `slowTurnMs`: time in ms for which it may be slow while another account waits. */
  take(deliveryId: string, accountId: string, options: { isSlow: boolean; slowTurnMs: number }): void;
  /**
   * Marks a transfer as slow and gives it a slow slot. Returns `false` when none is free; the transfer must then end.
   */
  becomeSlow(deliveryId: string): boolean;
  /** Frees the slow slot of a transfer, which keeps its own slot. */
  becomeFast(deliveryId: string): void;
  /**
   * Whether a slow transfer must end in favour of another account that waits for a slow slot: its time is over, or its
   * account has held another slow slot for longer. No more transfers end than accounts wait.
   */
  givesWay(deliveryId: string): boolean;
  free(deliveryId: string): void;
}

interface Holder {
  readonly accountId: string;
  readonly slowTurnMs: number;
  /** Time at which it became slow, by the clock. `null`: it is not slow. */
  slowSince: number | null;
  isGivingWay: boolean;
}

/** Creates the slots of a process, all of them free. */
export function createSendingSlots(
  { places, ofAccount, slowSlots }: Pick<SendingLimits, 'places' | 'ofAccount' | 'slowSlots'>,
  clock: Pick<Clock, 'now'>,
): Places {
  const holders = new Map<string, Holder>();
  let waiting: string[] = [];
  /** Times at which accounts last freed a slow slot. */
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
