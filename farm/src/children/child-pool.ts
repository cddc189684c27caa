import type { ChildSlot } from './child-slot.ts';

/** Slots that jobs share. A job that asks while all are taken waits; the lowest `priority` number goes first, then age. */
export interface ChildPool {
  readonly size: number;
  /** Slots in use now. */
  readonly busy: number;
  /** Runs `work` with a slot of its own. Rejects with the signal's reason when it is aborted while waiting. */
  withSlot<T>(priority: number, signal: AbortSignal, work: (slot: ChildSlot) => Promise<T>): Promise<T>;
  warm(): Promise<void>;
  close(): Promise<void>;
}

interface Waiter {
  priority: number;
  take: (slot: ChildSlot) => void;
}

/** `hasRoom`: whether free slots are free cores now. `keepsWarm`: from the first work on the slots that have none are warm, too, for whoever comes beside it. */
export function createChildPool(
  slots: ChildSlot[],
  { keepsWarm = false, hasRoom = () => true }: { keepsWarm?: boolean; hasRoom?: () => boolean } = {},
): ChildPool {
  const free = [...slots];
  const waiting: Waiter[] = [];

  /** A free slot is a core that nobody uses: as many of those at work may take one each. */
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
    // A child that does not start is told of by the work that needs it.
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
