import { expect, test } from 'vitest';
import { roundsOf } from './service-steps.ts';

test('segments are rendered in whole rounds of the slots, and the last one may leave a slot idle', () => {
  expect(roundsOf(5_000, 5, 2)).toEqual({ renderMs: 3_000, idleMs: 500 });
  expect(roundsOf(6_000, 6, 2)).toEqual({ renderMs: 3_000, idleMs: 0 });
  expect(roundsOf(900, 1, 2)).toEqual({ renderMs: 900, idleMs: 450 });
  // A film that is copied whole.
  expect(roundsOf(0, 0, 2)).toEqual({ renderMs: 0, idleMs: 0 });
});
