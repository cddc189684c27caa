import { createRandom as createNumbers, type Random as Numbers } from '@framemill/scheduler/simulator';

/** Seeded source of random choices. */
export interface Random extends Pick<Numbers, 'next' | 'below'> {
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** Creates a source of random choices. The same seed gives the same choices on every machine. */
export function createRandom(seed: number): Random {
  const { next, below } = createNumbers(seed);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined && items.length === 0) throw new RangeError('There is nothing to pick from.');
      return item as (typeof items)[number];
    },
  };
}
