import { createRandom as createNumbers, type Random as Numbers } from '@framemill/scheduler/simulator';

/** A seeded source of choices. */
export interface Random extends Pick<Numbers, 'next' | 'below'> {
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
}

/** The same choices for the same seed, everywhere. */
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
