import type { FairLimit, TurnOwner } from './account-turns.ts';

/**
 * Cache of results that several readers share. Each result is read once for all concurrent readers, then stays cached
 * for a while.
 */
export interface SharedReads<Value> {
  /**
   * Returns the cached value of `name`, joins a read in progress, or calls `read` when a slot is free for `owner`.
   * Rejects with the error of `read`, which is not cached.
   */
  read(name: string, owner: TurnOwner, read: () => Promise<Value>): Promise<Value>;
  /** Removes the value of `name` from the cache. */
  forget(name: string): void;
  /** Returns the total size of the cached values, in the unit of `sizeOf`. */
  keptSize(): number;
}

/** Limits of the cached values and of concurrent reads. */
export interface SharedReadsOptions<Value> {
  limit: FairLimit;
  mostSize: number;
  /** Returns the size of a value, in any unit; null when the value must not be cached. */
  sizeOf(value: Value): number | null;
  /** Returns the maximum time for which a value stays cached, in ms. */
  keepMs(value: Value): number;
}

interface Kept<Value> {
  readonly value: Value;
  readonly size: number;
  readonly expiry: NodeJS.Timeout;
}

/** Creates an empty cache. When it exceeds its size limit, the least recently used values are removed first. */
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
    // Frees the memory of values that are no longer used.
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
    // Checked again once the turn has come: another reader may have completed the same read meanwhile.
    read: (name, owner, read) => find(name) ?? limit(owner, () => find(name) ?? start(name, read)),
    forget,
    keptSize: () => keptSize,
  };
}
