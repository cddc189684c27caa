import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createAccountTurns, createFairLimit, createFairTurns, inAccountOrder } from './account-turns.ts';

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

it('runs so many at a time, and begins those of another account before the rest of one that has many', async () => {
  const limit = createFairLimit(2);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const call = (accountId: string, name: string) =>
    limit({ accountId, address: '::1' }, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const calls = ['a1', 'a2', 'a3', 'a4'].map((name) => call('a', name));
  calls.push(call('b', 'b1'));
  expect(begun).toEqual(['a1', 'a2']);
  ends[0]?.();
  await expect.poll(() => begun.length).toBe(3);
  ends[1]?.();
  await expect.poll(() => begun.length).toBe(4);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  for (let index = 2; index < 5; index += 1) {
    await expect.poll(() => ends.length).toBeGreaterThan(index);
    ends[index]?.();
  }
  await Promise.all(calls);
});

it('gives the place on when work fails', async () => {
  const limit = createFairLimit(1);
  const owner = { accountId: 'a', address: '::1' };
  const failing = limit(owner, () => Promise.reject(new Error('no')));
  const next = limit(owner, async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

it('runs the work of an account one after the other, whatever fails, and that of another beside it', async () => {
  const said: string[] = [];
  const work = (name: string, ms: number) => async () => {
    said.push(`${name} begins`);
    await wait(ms);
    said.push(`${name} ends`);
    if (name === 'a2') throw new Error(name);
    return name;
  };
  const all = [
    inAccountOrder('a', work('a1', 30)),
    inAccountOrder('a', work('a2', 1)),
    inAccountOrder('a', work('a3', 1)),
    inAccountOrder('b', work('b1', 1)),
  ];
  const outcomes = (await Promise.allSettled(all)).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'));
  expect(outcomes).toEqual(['a1', 'failed', 'a3', 'b1']);
  expect(said.filter((line) => line.startsWith('a'))).toEqual([
    ...['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends', 'a3 begins', 'a3 ends'],
  ]);
  expect(said.indexOf('b1 ends')).toBeLessThan(said.indexOf('a1 ends'));
});

it('lets one call begin in a turn of the loop, and accounts in turns', async () => {
  const fairTurn = createFairTurns();
  const begun: string[] = [];
  const call = (account: string) => fairTurn(account).then(() => begun.push(account));
  const calls = [call('a'), call('a'), call('a'), call('b')];
  await setImmediate();
  expect(begun.length).toBeLessThan(3);
  await Promise.all(calls);
  expect(begun).toEqual(['a', 'b', 'a', 'a']);
});

it('lets a call of each account begin in a turn, where more than one may', async () => {
  const fairTurn = createFairTurns(1, 2);
  const begun: string[] = [];
  const call = (account: string) => fairTurn(account).then(() => begun.push(account));
  const calls = [call('a'), call('a'), call('a'), call('b'), call('c')];
  await setImmediate();
  expect([
    ['a', 'b'],
    ['a', 'b', 'c', 'a'],
  ]).toContainEqual(begun.slice());
  await Promise.all(calls);
  expect(begun).toEqual(['a', 'b', 'c', 'a', 'a']);
});
