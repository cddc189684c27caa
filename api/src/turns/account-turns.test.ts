import { expect, it } from 'vitest';
import { createAccountTurns } from './account-turns.ts';

it('serves accounts in turns, and the addresses of each in turns', () => {
  const turns = createAccountTurns<string>();
  for (const item of ['a1', 'a2', 'a3']) turns.add({ accountId: 'a', address: 'flood' }, item);
  turns.add({ accountId: 'a', address: 'other' }, 'a-other');
  turns.add({ accountId: 'b', address: 'flood' }, 'b1');
  expect(turns.size).toBe(5);
  expect(Array.from({ length: 6 }, () => turns.take())).toEqual(['a1', 'b1', 'a-other', 'a2', 'a3', undefined]);
  turns.add({ accountId: 'a', address: 'flood' }, 'a4');
  expect([turns.take(), turns.size]).toEqual(['a4', 0]);
});
