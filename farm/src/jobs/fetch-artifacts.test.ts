import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMetrics, createObjectStore, type ObjectStore } from '@framemill/infra';
import { testFolder } from '@framemill/testing/folders';
import { FramemillError } from '@framemill/timeline';
import { beforeEach, expect, it } from 'vitest';
import { fetchArtifacts } from './fetch-artifacts.ts';

type Fault = 'absent' | 'flipped' | 'short' | 'away';

const wrongMs = 150;
const names = Array.from({ length: 20 }, (_, index) => `segment ${index}`);
const keyOf = (name: string) => `segments/acc/content/${createHash('sha256').update(name).digest('hex')}`;
const keys = names.map(keyOf);

let folder: string;
/** Faults that the next reads of each object return, in order, by object key. */
let faults: Map<string, Fault[]>;
let reads: Map<string, number>;
let store: ObjectStore;
beforeEach(async () => {
  folder = testFolder();
  const real = await createObjectStore({ kind: 'folder', root: path.join(folder, 'objects') });
  for (const name of names) await real.put(keyOf(name), Buffer.from(name));
  [faults, reads] = [new Map(), new Map()];
  store = {
    ...real,
    async getFile(key, target) {
      reads.set(key, (reads.get(key) ?? 0) + 1);
      const fault = faults.get(key)?.shift();
      if (fault === 'away') throw new FramemillError('unavailable', 'SlowDown');
      if (fault === 'absent') throw new FramemillError('not_found', 'no such object');
      await real.getFile(key, target);
      const bytes = await readFile(target);
      if (fault === 'flipped')
        await writeFile(target, Buffer.from(bytes.map((byte, at) => (at === 3 ? byte ^ 1 : byte))));
      if (fault === 'short') await writeFile(target, bytes.subarray(0, 4));
    },
  };
});

function fetchAll(): Promise<string[]> {
  const signal = new AbortController().signal;
  return fetchArtifacts(keys, folder, {
    ...{ store, signal, metrics: createMetrics('test') },
    patience: { awayMs: 5_000, wrongMs },
  });
}

it('gives every object whole, whatever its first answers were', async () => {
  const answers: Fault[][] = [
    ['flipped'],
    ['short', 'absent'],
    ['away', 'flipped', 'away'],
    ['absent', 'absent', 'short'],
  ];
  for (const [position, answer] of answers.entries()) faults.set(keys[position * 3] ?? '', [...answer]);
  const paths = await fetchAll();
  expect(await Promise.all(paths.map((file) => readFile(file, 'utf8')))).toEqual(names);
});

it('names those alone that stay absent or broken, all of them after one wait', async () => {
  const broken = [keys[2] ?? '', keys[7] ?? '', keys[11] ?? ''];
  for (const [position, key] of broken.entries())
    faults.set(key, Array(99).fill(position === 1 ? 'absent' : 'flipped'));
  const beganAt = Date.now();
  await expect(fetchAll()).rejects.toMatchObject({ name: 'MissingObjects', keys: broken });
  expect(Date.now() - beganAt).toBeGreaterThanOrEqual(wrongMs - 2);
  for (const key of broken) expect(reads.get(key)).toBeGreaterThanOrEqual(4);
  expect(keys.filter((key) => reads.get(key) !== 1)).toEqual(broken);
});
