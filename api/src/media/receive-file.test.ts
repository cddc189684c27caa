import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { createFairBudget } from '../transfers/fair-budget.ts';
import { receiveFile } from './receive-file.ts';

it('works on each piece of a file in a turn of the event loop of its own, those of all files of an account together', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-receive-'));
  const budget = createFairBudget({ totalBytes: 1e9, accountBytes: 1e9 });
  let turn = 0;
  const turns: number[] = [];
  let counting = true;
  const count = () => {
    turn += 1;
    if (counting) setImmediate(count);
  };
  count();
  const pieces = Array.from({ length: 40 }, (_, n) => Buffer.alloc(65_536, n));
  const receive = async (name: string) => {
    const share = budget.open('a', 'upload');
    const counted = {
      ...share,
      take(bytes: number) {
        turns.push(turn);
        share.take(bytes);
      },
    };
    const options = {
      ...{ target: path.join(folder, name), maxBytes: 1e9, share: counted },
      ...{ signal: new AbortController().signal, tooLarge: () => new Error() as never },
    };
    return receiveFile(Readable.from(pieces), options);
  };
  try {
    const files = await Promise.all(['one', 'two', 'three'].map(receive));
    for (const { path: target, sizeBytes } of files) {
      expect(sizeBytes).toBe(40 * 65_536);
      expect((await readFile(target)).equals(Buffer.concat(pieces))).toBe(true);
    }
  } finally {
    counting = false;
    await rm(folder, { recursive: true });
  }
  expect(turns).toHaveLength(120);
  const mostInOne = Math.max(...turns.map((one) => turns.filter((other) => other === one).length));
  // The counter and the turns are both of the check phase, so that two may fall between two counts.
  expect(mostInOne).toBeLessThanOrEqual(2);
});
