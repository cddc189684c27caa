import { expect, test } from 'vitest';
import { median, percentile } from './statistics.ts';

test('the median of an even number of values lies between the two in the middle', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 5])).toBe(5);
});

test('a percentile falls between its neighbours in proportion', () => {
  expect(percentile([0, 10], 0.95)).toBeCloseTo(9.5);
  expect(() => percentile([], 0.5)).toThrow('empty list');
});
