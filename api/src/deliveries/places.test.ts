import { expect, it } from 'vitest';
import { createPlaces } from './places.ts';

it('has places for all, of an account, and of those that are slow', () => {
  const places = createPlaces({ places: 4, ofAccount: 2, slowPlaces: 1 });
  places.take('del_1', 'a', true);
  places.take('del_2', 'a', false);
  expect([places.isFull, places.hasSlowPlace, places.fullAccounts()]).toEqual([false, false, ['a']]);
  // It had its slow place already; the other one must give way.
  expect([places.becomeSlow('del_1'), places.becomeSlow('del_2')]).toEqual([true, false]);
  places.becomeFast('del_1');
  expect([places.becomeSlow('del_2'), places.hasSlowPlace]).toEqual([true, false]);
  places.free('del_2');
  expect([places.hasSlowPlace, places.fullAccounts()]).toEqual([true, []]);
  for (const id of ['del_3', 'del_4', 'del_5']) places.take(id, id, false);
  expect(places.isFull).toBe(true);
});
