/** Source of pseudorandom numbers; equal seeds give equal numbers. */
export interface Random {
  /** Returns a uniformly distributed number in [0, 1). */
  next(): number;
  /** Returns a whole number from 0 (included) to `limit` (excluded). */
  below(limit: number): number;
  /** Returns an approximately normal number with mean 0 and deviation 1: the sum of twelve uniform numbers, less 6. */
  normal(): number;
  /**
   * Returns a random time until the next event of a process with `rate` events per unit of time; infinite for rate 0.
   */
  exponential(rate: number): number;
}

/** Creates a mulberry32 generator, whose 32 bits of state suffice for a simulation. */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (limit) => Math.floor(next() * limit),
    normal() {
      let sum = -6;
      for (let count = 0; count < 12; count += 1) sum += next();
      return sum;
    },
    exponential: (rate) => (rate === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - next()) / rate),
  };
}
