import type { TurnOwner } from './account-turns.ts';
import type { FairLimit } from './fair-limit.ts';

/** Results that several readers share: each is read once while it is asked for, and kept for a while. */
export interface SharedReads<Value> {
  /** Returns the kept value of `name`, or joins a read under way, or starts `read` when the owner's turn comes. */
  read(name: string, owner: TurnOwner, read: () => Promise<Value>): Promise<Value>;
  /** Drops the kept value. */
  forget(name: string): void;
  /** Size of all that is kept, in the unit of `sizeOf`. */
  keptSize(): number;
}

/** Bounds of what is kept, and of the reads at a time. */
export interface SharedReadsOptions<Value> {
  limit: FairLimit;
  mostSize: number;
  /** Size of a value, in any unit; null: the value is not kept. */
  sizeOf(value: Value): number | null;
  /** Longest time that a value is kept, in ms. */
  keepMs(value: Value): number;
}

interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
  readonly expiry: NodeJS.Timeout;
}

/** Creates an empty store of results. What was not asked for longest is dropped first. */
export function createSharedReads<Value>(options: SharedReadsOptions<Value>): SharedReads<Value> {
  const { limit, mostSize, sizeOf, keepMs } = options;
  const kept = new Map<string, Kept<Value>>();
  const running = new Map<string, Promise<Value>>();
  let keptSize = 0;

  function forget(name: string): void {
    const entry = kept.get(name);
    if (!entry) return;
    clearTimeout(entry.expiry);
    keptSize -= entry.size;
    kept.delete(name);
  }

  function keep(name: string, value: Value): void {
    const size = sizeOf(value);
    if (size === null || size > mostSize) return;
    forget(name);
    // Memory that nobody asks for is given back.
    const expiry = setTimeout(() => forget(name), keepMs(value)).unref();
    kept.set(name, { value, size, expiry });
    keptSize += size;
    for (const oldest of kept.keys()) {
      if (keptSize <= mostSize) return;
      forget(oldest);
    }
  }

  function find(name: string): Promise<Value> | undefined {
    const entry = kept.get(name);
    if (!entry) return running.get(name);
    kept.delete(name);
    kept.set(name, entry);
    return Promise.resolve(entry.value);
  }

  async function start(name: string, read: () => Promise<Value>): Promise<Value> {
    const result = read();
    running.set(name, result);
    try {
      const value = await result;
      keep(name, value);
      return value;
    } finally {
      running.delete(name);
    }
  }

  return {
    // Looked for again when the turn has come: another reader may have had the same read done meanwhile.
    read: (name, owner, read) => find(name) ?? limit(owner, () => find(name) ?? start(name, read)),
    forget,
    keptSize: () => keptSize,
  };
}
