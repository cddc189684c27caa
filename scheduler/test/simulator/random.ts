/** A source of numbers that is the same for the same seed. */
export interface Random {
  /** Evenly in [0, 1). */
  next(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** Around 0 with deviation 1: the sum of twelve even numbers, good enough for jitter. */
  normal(): number;
  /** Time until something that happens `rate` times a unit of time happens. Infinite for rate 0. */
  exponential(rate: number): number;
}

/** mulberry32: 32 bits of state, which is plenty for a simulation. */
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
