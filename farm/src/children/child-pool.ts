import type { ChildSlot } from './child-slot.ts';

/**
 * Pool of slots that jobs share. A job waits while all slots are taken; the lowest `priority` number goes first, then
 * the oldest job.
 */
export interface ChildPool {
  readonly size: number;
  /** Number of slots in use now. */
  readonly busy: number;
  /**
   * Runs `work` with a slot of its own. Rejects with the signal's reason when the signal is aborted during the wait.
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
 * Creates a pool of the given slots. `hasRoom`: whether free slots mean free CPU cores now. `keepsWarm`: whether idle
 * slots keep a warm child from the first work on, so that concurrent work finds one ready.
 */
export function createChildPool(
  slots: ChildSlot[],
  { keepsWarm = false, hasRoom = () => true }: { keepsWarm?: boolean; hasRoom?: () => boolean } = {},
): ChildPool {
  const free = [...slots];
  const waiting: Waiter[] = [];

  /**
   * Distributes spare CPU cores: each free slot means an unused core, so that many busy slots may use one more core
   * each.
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
