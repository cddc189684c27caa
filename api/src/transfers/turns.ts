/** Runs work, so many at a time; the others wait in the order in which they came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Makes `most` places. */
export function createTurns(most: number): Turns {
  let free = most;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, so nobody who comes now gets it.
      if (next) next();
      else free += 1;
    }
  };
}
