import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inAccountOrder } from './in-account-order.ts';

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
