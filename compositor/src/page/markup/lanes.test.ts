import { expect, it } from 'vitest';
import { lanesOf } from './lanes.ts';

const at = (wanted: number | null, startSec: number, endSec: number) => ({ wanted, startSec, endSec });

it('keeps wanted lanes while they are free, and shares as few others as it can', () => {
  const elements = [at(2, 0, 4), at(2, 1, 3), at(null, 2, 5), at(2, 4, 6), at(null, 3, 4), at(0, 0, 9), at(2, 5, 7)];
  expect(lanesOf(elements)).toEqual([2, 3, 4, 2, 3, 0, 4]);
});

it('reads the time of each element a bounded number of times, however many overlap', () => {
  let reads = 0;
  const counted = (index: number) => ({
    wanted: 0,
    get startSec() {
      reads += 1;
      return index / 10_000;
    },
    endSec: 9,
  });
  const lanes = lanesOf(Array.from({ length: 4_000 }, (_, index) => counted(index)));
  expect(new Set(lanes).size).toBe(4_000);
  // Sorting takes about 2 n log2 n of them; comparing each with all others took 8 million.
  expect(reads).toBeLessThan(400_000);
});
