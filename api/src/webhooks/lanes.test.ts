import { expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

it('lets four tries of one endpoint in, whatever the others do', () => {
  const lanes = createLanes();
  expect(Array.from({ length: 5 }, () => lanes.enter('a'))).toEqual([true, true, true, true, false]);
  expect(lanes.enter('b')).toBe(true);
  lanes.leave('a', 20);
  expect(lanes.enter('a')).toBe(true);
});

it('lets one try of a slow endpoint in, until it is quick again', () => {
  const lanes = createLanes();
  lanes.enter('a');
  lanes.leave('a', 15_000);
  expect([lanes.enter('a'), lanes.enter('a')]).toEqual([true, false]);
  lanes.leave('a', 30);
  expect([lanes.enter('a'), lanes.enter('a')]).toEqual([true, true]);
});
