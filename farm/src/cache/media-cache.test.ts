import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createMetrics, createObjectStore, type ObjectStore } from '@framemill/infra';
import { testFolder } from '@framemill/testing/folders';
import { FramemillError } from '@framemill/timeline';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMediaCache, type HashedObject } from './media-cache.ts';

describe('media cache', () => {
  let folder: string;
  let store: ObjectStore;
  let fetches: number;
  const never = new AbortController().signal;

  beforeEach(async () => {
    folder = testFolder();
    const real = await createObjectStore({ kind: 'folder', root: path.join(folder, 'objects') });
    fetches = 0;
    store = {
      ...real,
      getFile: (key, target) => {
        fetches += 1;
        return real.getFile(key, target);
      },
    };
  });

  const cacheOf = (limitBytes = 1_000_000) =>
    createMediaCache({
      ...{ root: path.join(folder, 'cache'), limitBytes, store, metrics: createMetrics('test') },
      patience: { awayMs: 5_000, wrongMs: 300 },
    });
  const stored = async (name: string, sizeBytes: number): Promise<HashedObject> => {
    const bytes = Buffer.alloc(sizeBytes, name);
    await store.put(`uploads/${name}`, bytes);
    return { objectKey: `uploads/${name}`, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes };
  };
  const target = () => mkdtemp(path.join(folder, 'job-'));
  const cachedHashes = async () =>
    (await readdir(path.join(folder, 'cache'), { recursive: true }))
      .map((name) => path.basename(name))
      .filter((name) => name.length === 64);

  it('fetches an object once for ten jobs that want it at the same moment', async () => {
    const object = await stored('a', 5_000);
    const cache = cacheOf();
    const files = await Promise.all(
      Array.from({ length: 10 }, async () => cache.linkInto(await target(), object, never)),
    );
    expect(fetches).toBe(1);
    for (const file of files) expect((await readFile(file)).length).toBe(5_000);
  });

  it('finds what an earlier process left', async () => {
    const object = await stored('a', 10);
    await cacheOf().linkInto(await target(), object, never);
    await cacheOf().linkInto(await target(), object, never);
    expect(fetches).toBe(1);
  });

  it('refuses bytes that are not those of the hash', async () => {
    const object = await stored('a', 10);
    await store.put(object.objectKey, Buffer.alloc(10, 'b'));
    await expect(cacheOf().linkInto(await target(), object, never)).rejects.toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('differs from the uploaded file'),
    });
    expect(fetches).toBeGreaterThan(1);
    expect(await cachedHashes()).toEqual([]);
  });

  it('fetches a file again that was damaged on the disk', async () => {
    const object = await stored('a', 10);
    await cacheOf().linkInto(await target(), object, never);
    await writeFile(path.join(folder, 'cache', object.sha256.slice(0, 2), object.sha256), 'xxxxxxxxxx');
    const file = await cacheOf().linkInto(await target(), object, never);
    expect(await readFile(file, 'utf8')).toBe('aaaaaaaaaa');
    expect(fetches).toBe(2);
  });

  it('drops the longest unused file over the limit and takes it from no running job', async () => {
    const [a, b, c] = [await stored('a', 400), await stored('b', 400), await stored('c', 400)];
    const cache = cacheOf(1_000);
    const held = await cache.linkInto(await target(), a, never);
    await cache.linkInto(await target(), b, never);
    const old = new Date(Date.now() - 60_000);
    await utimes(held, old, old);
    await cache.linkInto(await target(), c, never);
    expect((await cachedHashes()).toSorted()).toEqual([b.sha256, c.sha256].toSorted());
    expect((await readFile(held)).length).toBe(400);
  });

  const cachedBytes = async () => {
    const files = (await cachedHashes()).map((hash) => path.join(folder, 'cache', hash.slice(0, 2), hash));
    return (await Promise.all(files.map((file) => stat(file)))).reduce((sum, { size }) => sum + size, 0);
  };

  it('holds its limit when jobs fetch side by side, also with a file that is larger than it', async () => {
    const objects = await Promise.all(['a', 'b', 'c', 'd'].map((name) => stored(name, 400)));
    objects.push(await stored('large', 5_000));
    const cache = cacheOf(1_000);
    const jobs = [...objects, ...objects].map(async (object) => cache.linkInto(await target(), object, never));
    for (const file of await Promise.all(jobs)) expect((await readFile(file)).length).toBeGreaterThan(0);
    expect(await cachedBytes()).toBeLessThanOrEqual(1_000);
  });

  it('comes down to a limit that is lower than the last one', async () => {
    for (const name of ['a', 'b', 'c']) await cacheOf().linkInto(await target(), await stored(name, 400), never);
    await cacheOf(1_000).trim();
    expect(await cachedBytes()).toBe(800);
  });

  it('says not_found for an object that the store has lost, after a second look', async () => {
    const object = await stored('a', 10);
    await store.delete(object.objectKey);
    await expect(cacheOf().linkInto(await target(), object, never)).rejects.toMatchObject({ code: 'not_found' });
    expect(fetches).toBeGreaterThan(1);
  });

  it('fetches again what was absent, away, flipped or cut for a while', async () => {
    const object = await stored('a', 10);
    const right = store.getFile;
    const answers = [
      () => Promise.reject(new FramemillError('not_found', 'no such object')),
      () => Promise.reject(new FramemillError('unavailable', 'SlowDown')),
      (file: string) => writeFile(file, 'aaaaaaaaab'),
      (file: string) => writeFile(file, 'aaaa'),
    ];
    // Less than the patience in all.
    const cache = createMediaCache({
      ...{ root: path.join(folder, 'cache'), limitBytes: 1_000_000, metrics: createMetrics('test') },
      store: { ...store, getFile: (key, file) => answers.shift()?.(file) ?? right(key, file) },
      patience: { awayMs: 20_000, wrongMs: 10_000 },
    });
    expect(await readFile(await cache.linkInto(await target(), object, never), 'utf8')).toBe('aaaaaaaaaa');
    expect(answers).toEqual([]);
  });
});
