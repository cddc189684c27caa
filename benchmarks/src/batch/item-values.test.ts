import { expect, test } from 'vitest';
import { itemValues, specimenValues } from './item-values.ts';

test('no two items have the same name, and specimens show every digit in every place', () => {
  const names = Array.from({ length: 10_000 }, (_, n) => itemValues(n).name);
  expect(new Set(names).size).toBe(10_000);
  expect(new Set(names.map((name) => name.length))).toEqual(new Set([9]));
  expect(() => itemValues(10_000)).toThrow('There are only 10000 names (got item 10000)');
  for (const place of [5, 6, 7, 8]) {
    expect(new Set(specimenValues().map(({ name }) => name[place])).size).toBe(10);
  }
});
