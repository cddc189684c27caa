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
   */
  withSlot<T>(priority: number, signal: AbortSignal, work: (slot: ChildSlot) => Promise<T>): Promise<T>;
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

  /**
   * Distributes idle CPU cores. Each free slot leaves one core idle, which one of the busy slots may then use in
   * addition to its own.
   */
  function shareRoom(): void {
    const busy = slots.filter((slot) => !free.includes(slot));
    const cores = free.length > 0 && hasRoom() ? free.length : 0;
    for (const [place, slot] of busy.entries()) slot.giveRoom(place < cores);
  }

  function acquire(priority: number, signal: AbortSignal): Promise<ChildSlot> {
    signal.throwIfAborted();
    const slot = free.pop();
    if (slot) {
      shareRoom();
      return Promise.resolve(slot);
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        priority,
        take: (taken) => {
          signal.removeEventListener('abort', onAbort);
          resolve(taken);
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
    const next = waiting.shift();
    if (next) next.take(slot);
    else free.push(slot);
    shareRoom();
    // A child that does not start is reported by the work that needs it.
    if (keepsWarm) for (const idle of free) idle.warm().catch(() => undefined);
  }

  return {
    size: slots.length,
    get busy() {
      return slots.length - free.length;
    },
    async withSlot(priority, signal, work) {
      const slot = await acquire(priority, signal);
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
