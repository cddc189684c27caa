import { expect, it } from 'vitest';
import { isRoomy } from './machine-room.ts';

it('a machine has room until more threads want a core than there are, and two', () => {
  expect(isRoomy('0.42 0.50 0.61 1/812 30563\n', 2)).toBe(true);
  // What ran a minute ago does not count.
  expect(isRoomy('9.10 4.00 2.00 4/812 30563\n', 2)).toBe(true);
  expect(isRoomy('0.10 0.10 0.10 5/812 30563\n', 2)).toBe(false);
  expect(isRoomy('0.10 0.10 0.10 5/812 30563\n', 16)).toBe(true);
  expect(isRoomy('something else', 2)).toBe(true);
});
