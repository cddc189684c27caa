/**
 * Creates an LRU cache of `size` values. Concurrent calls with the same key share one call of `make`. If `make`
 * rejects, nothing is cached. Use it only for values that never change.
 */
export function createRecent<T>(size: number): (key: string, make: () => Promise<T>) => Promise<T> {
  const kept = new Map<string, T>();
  const once = createSingleFlight<T>();
  return async (key, make) => {
    const known = kept.get(key);
    if (known !== undefined) {
      // Moves the value to the young end.
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const value = await once(key, make);
    kept.set(key, value);
    for (const oldest of kept.keys()) {
      if (kept.size <= size) break;
      kept.delete(oldest);
    }
    return value;
  };
}

/**
 * Creates a function whose concurrent calls with the same key share one result. Results are not cached: a call after
 * the result has arrived runs `work` again.
 */
export function createSingleFlight<T>(): (key: string, work: () => Promise<T>) => Promise<T> {
  const inFlight = new Map<string, Promise<T>>();
  return (key, work) => {
    const running = inFlight.get(key);
    if (running) return running;
    const started = work().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
