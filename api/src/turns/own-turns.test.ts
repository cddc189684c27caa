import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createOwnTurns } from './own-turns.ts';

it('lets one call begin in a turn of the loop, and accounts in turns', async () => {
  const ownTurn = createOwnTurns();
  const begun: string[] = [];
  const call = (account: string) => ownTurn(account).then(() => begun.push(account));
  const calls = [call('a'), call('a'), call('a'), call('b')];
  await setImmediate();
  expect(begun.length).toBeLessThan(3);
  await Promise.all(calls);
  expect(begun).toEqual(['a', 'b', 'a', 'a']);
});

it('lets a call of each account begin in a turn, where more than one may', async () => {
  const ownTurn = createOwnTurns(1, 2);
  const begun: string[] = [];
  const call = (account: string) => ownTurn(account).then(() => begun.push(account));
  const calls = [call('a'), call('a'), call('a'), call('b'), call('c')];
  await setImmediate();
  expect([
    ['a', 'b'],
    ['a', 'b', 'c', 'a'],
  ]).toContainEqual(begun.slice());
  await Promise.all(calls);
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'a']);
});
