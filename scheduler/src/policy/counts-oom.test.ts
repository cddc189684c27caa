import { expect, it } from 'vitest';
import { countsOom } from './counts-oom.ts';

const counted = (isHigh: boolean) => Array.from({ length: 12 }, (_, index) => countsOom({ kills: index + 1, isHigh }));

it('counts the third end for want of memory of a range that held much itself', () => {
  expect(counted(true).indexOf(true)).toBe(2);
});

it('counts the tenth of a range that held little, so that nothing goes round for ever', () => {
  expect(counted(false).indexOf(true)).toBe(9);
});
