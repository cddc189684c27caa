import type { SendingLimits } from './sending-limits.ts';

/** Places of one process for sendings, by the id of the delivery that holds one. */
export interface Places {
  readonly isFull: boolean;
  /** Whether a place for a slow destination is free. */
  readonly hasSlowPlace: boolean;
  /** Accounts that hold all places that one may have. */
  fullAccounts(): string[];
  take(deliveryId: string, accountId: string, isSlow: boolean): void;
  /** Counts a sending among the slow ones. False: their places are taken, and it must give way. */
  becomeSlow(deliveryId: string): boolean;
  /** Gives the slow place back; the sending keeps its place. */
  becomeFast(deliveryId: string): void;
  free(deliveryId: string): void;
}

/** Makes the places of a process, all of them free. */
export function createPlaces({
  places,
  ofAccount,
  slowPlaces,
}: Pick<SendingLimits, 'places' | 'ofAccount' | 'slowPlaces'>): Places {
  const holders = new Map<string, { readonly accountId: string; isSlow: boolean }>();
  const hasSlowPlace = () => [...holders.values()].filter(({ isSlow }) => isSlow).length < slowPlaces;
  return {
    get isFull() {
      return holders.size >= places;
    },
    get hasSlowPlace() {
      return hasSlowPlace();
    },
    fullAccounts() {
      const held = new Map<string, number>();
      for (const { accountId } of holders.values()) held.set(accountId, (held.get(accountId) ?? 0) + 1);
      return [...held].filter(([, count]) => count >= ofAccount).map(([accountId]) => accountId);
    },
    take(deliveryId, accountId, isSlow) {
      holders.set(deliveryId, { accountId, isSlow });
    },
    becomeSlow(deliveryId) {
      const holder = holders.get(deliveryId);
      if (holder === undefined || holder.isSlow) return true;
      if (!hasSlowPlace()) return false;
      holder.isSlow = true;
      return true;
    },
    becomeFast(deliveryId) {
      const holder = holders.get(deliveryId);
      if (holder !== undefined) holder.isSlow = false;
    },
    free(deliveryId) {
      holders.delete(deliveryId);
    },
  };
}
