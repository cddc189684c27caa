import { expect, it } from 'vitest';
import { createFairLimit } from './fair-limit.ts';

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
