import type { ChildSlot } from './child-slot.ts';

/**
 * Pool of slots that jobs share. A job waits while all slots are in use. The waiting job with the lowest `priority`
 * number runs first; among equal ones, the oldest.
 */
export interface ChildPool {
  readonly size: number;
  /** Number of slots in use now. */
  readonly busy: number;
  /**
   * Runs `work` with exclusive use of a slot. Rejects with the signal's reason when aborted while waiting for a slot.
   * `cores` is the number of CPU cores that the work can use (default 1): it takes as many slots as are free then, at
   * least one. The further slots stay idle until it ends.
   */
  withSlot<T>(priority: number, signal: AbortSignal, work: (slot: ChildSlot) => Promise<T>, cores?: number): Promise<T>;
  warm(): Promise<void>;
  close(): Promise<void>;
}

interface Waiter {
  priority: number;
  take: (slot: ChildSlot) => void;
}

/**
 * Creates a pool of the given slots. `hasRoom` returns whether the machine has idle CPU cores when slots are free.
 * `keepsWarm`: after the first job, idle slots keep a started child, so that concurrent jobs need not wait for one.
 */
export function createChildPool(
  slots: ChildSlot[],
  { keepsWarm = false, hasRoom = () => true }: { keepsWarm?: boolean; hasRoom?: () => boolean } = {},
): ChildPool {
  const free = [...slots];
  const waiting: Waiter[] = [];
  /** Busy slots, each with the further slots that stay idle for it. */
  const busy = new Map<ChildSlot, ChildSlot[]>();

  /**
   * Distributes idle CPU cores. Each free slot leaves one core idle, which one of the busy slots may then use in
   * addition to its own. A slot for which another one stays idle may always do so.
   */
  function shareRoom(): void {
    let cores = free.length > 0 && hasRoom() ? free.length : 0;
    for (const [slot, idle] of busy) slot.giveRoom(idle.length > 0 || cores-- > 0);
  }

  function take(slot: ChildSlot, cores: number): ChildSlot {
    busy.set(slot, free.splice(Math.max(0, free.length + 1 - cores)));
    shareRoom();
    return slot;
  }

  function acquire(priority: number, signal: AbortSignal, cores: number): Promise<ChildSlot> {
    signal.throwIfAborted();
    const slot = free.pop();
    if (slot) return Promise.resolve(take(slot, cores));
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        priority,
        take: (released) => {
          signal.removeEventListener('abort', onAbort);
          resolve(take(released, cores));
        },
      };
      const onAbort = () => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const behind = waiting.findIndex((other) => other.priority > priority);
      waiting.splice(behind < 0 ? waiting.length : behind, 0, waiter);
    });
  }

  function release(slot: ChildSlot): void {
    free.push(...(busy.get(slot) ?? []), slot);
    busy.delete(slot);
    slot.giveRoom(false);
    // Further slots that stayed idle may be enough for several of the waiting.
    while (waiting.length > 0) {
      const next = free.pop();
      if (!next) break;
      waiting.shift()?.take(next);
    }
    shareRoom();
    // A child that does not start is reported by the work that needs it.
    if (keepsWarm) for (const idle of free) idle.warm().catch(() => undefined);
  }

  return {
    size: slots.length,
    get busy() {
      return slots.length - free.length;
    },
    async withSlot(priority, signal, work, cores = 1) {
      const slot = await acquire(priority, signal, cores);
      try {
        return await work(slot);
      } finally {
        release(slot);
      }
    },
    async warm() {
      await Promise.all(slots.map((slot) => slot.warm()));
    },
    async close() {
      await Promise.all(slots.map((slot) => slot.close()));
    },
  };
}
