import { expect, it } from 'vitest';
import { createFairLimit } from './account-turns.ts';
import { createSharedReads } from './shared-reads.ts';

const owner = { accountId: 'a', address: '::1' };

function sharedTexts(mostSize: number) {
  return createSharedReads<string>({
    limit: createFairLimit(1),
    mostSize,
    sizeOf: (text) => text.length,
    keepMs: () => 60_000,
  });
}

it('reads once for all who ask at the same time and later', async () => {
  const reads = sharedTexts(100);
  let count = 0;
  const read = async () => `text ${++count}`;
  const all = await Promise.all(Array.from({ length: 20 }, () => reads.read('one', owner, read)));
  expect(new Set([...all, await reads.read('one', owner, read)])).toEqual(new Set(['text 1']));
  reads.forget('one');
  expect(await reads.read('one', owner, read)).toBe('text 2');
});

it('keeps no more than it may, and drops first what was not asked for longest', async () => {
  const reads = sharedTexts(20);
  let count = 0;
  const read = async () => `${++count}`.padEnd(10);
  for (const name of ['a', 'b', 'a', 'c', 'a']) await reads.read(name, owner, read);
  expect([count, reads.keptSize()]).toEqual([3, 20]);
  await reads.read('b', owner, read);
  expect(count).toBe(4);
});

it('keeps no failure', async () => {
  const reads = sharedTexts(20);
  await expect(reads.read('a', owner, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await reads.read('a', owner, async () => 'there')).toBe('there');
});
