import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { smallDisk, suiteFolder, testFolder } from '@framemill/testing/folders';
import { describe, expect, it } from 'vitest';
import { cacheEntries, cacheFolder, cacheLimitBytes, openSegmentCache } from '../src/render/segment-cache.ts';

const scratch = suiteFolder();
const keyOf = (name: string) => createHash('sha256').update(name).digest('hex');

/** Opens a cache in a folder. Returns functions that put a file with a given content into the cache and take it out. */
async function open(folder: string, limitBytes?: number) {
  const warnings: string[] = [];
  const cache = await openSegmentCache(folder, (sentence) => warnings.push(sentence), limitBytes);
  return {
    warnings,
    trim: cache.trim,
    async put(name: string, content: string) {
      const path = join(scratch, `${name}.made`);
      writeFileSync(path, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      await cache.put({ kind: 'segment', contentKey: keyOf(name), path, sha256, sizeBytes: content.length });
      return path;
    },
    /** Returns the content of the cached file; null when there was none. */
    async take(name: string) {
      const path = join(testFolder(), 'taken');
      const found = await cache.take({ kind: 'segment', contentKey: keyOf(name), path });
      expect(existsSync(path)).toBe(found);
      return found ? readFileSync(path, 'utf8') : null;
    },
  };
}

const fileOf = (folder: string, name: string) =>
  join(folder, readdirSync(folder).find((file) => file.includes(keyOf(name))) ?? 'none');

describe('the cache of segments', () => {
  it('has what an earlier run put there, in a folder of the user alone, without a copy', async () => {
    const folder = join(testFolder(), 'framemill', 'segments');
    const first = await open(folder);
    expect(await first.take('a')).toBe(null);
    const path = await first.put('a', 'alpha');
    const second = await open(folder);
    expect(await second.take('a')).toBe('alpha');
    expect(await second.take('b')).toBe(null);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf(folder, 'a')).ino).toBe(statSync(path).ino);
    expect([...first.warnings, ...second.warnings]).toEqual([]);
  });

  it.each([
    ['another byte', 'alphb'],
    ['an end that is missing', 'alp'],
    ['no byte', ''],
  ])('removes a file with %s, and takes a new one', async (_, damaged) => {
    const folder = testFolder();
    await (await open(folder)).put('a', 'alpha');
    writeFileSync(fileOf(folder, 'a'), damaged);
    const cache = await open(folder);
    expect(await cache.take('a')).toBe(null);
    expect(cacheEntries(folder)).toEqual([]);
    await cache.put('a', 'alpha');
    expect(await (await open(folder)).take('a')).toBe('alpha');
  });

  it('removes the files that were not used for the longest time when it is too large, and no other files', async () => {
    const folder = testFolder();
    const names = ['a', 'b', 'c', 'd'];
    const earlier = await open(folder);
    for (const [index, name] of names.entries()) {
      await earlier.put(name, name.repeat(10));
      utimesSync(fileOf(folder, name), 1_000 + index, 1_000 + index);
    }
    const [own, abandoned] = [join(folder, 'own.txt'), `${fileOf(folder, 'a')}.7.part`];
    for (const path of [own, abandoned]) writeFileSync(path, 'x');
    utimesSync(abandoned, 1_000, 1_000);
    const cache = await open(folder, 30);
    expect(await cache.take('a')).toBe('a'.repeat(10));
    cache.trim();
    expect(cacheEntries(folder)).toHaveLength(5);
    await cache.put('e', 'e'.repeat(10));
    cache.trim();
    const left = await open(folder);
    const found = await Promise.all([...names, 'e'].map(async (name) => (await left.take(name)) !== null));
    expect(found).toEqual([true, false, false, true, true]);
    expect([existsSync(own), existsSync(abandoned)]).toEqual([true, false]);
  });

  it('is shared by renders that run at the same time', async () => {
    const folder = testFolder();
    const [one, two] = [await open(folder), await open(folder)];
    await Promise.all([one.put('a', 'alpha'), two.put('a', 'alpha')]);
    expect(cacheEntries(folder)).toHaveLength(1);
    const three = await open(folder);
    for (const { path } of cacheEntries(folder)) rmSync(path);
    expect(await three.take('a')).toBe(null);
    await three.put('a', 'alpha');
    expect(await (await open(folder)).take('a')).toBe('alpha');
    expect([one, two, three].flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it('stops growing at its limit within one run', async () => {
    const folder = testFolder();
    const cache = await open(folder, 25);
    for (const name of ['a', 'b', 'c']) await cache.put(name, name.repeat(10));
    expect(cacheEntries(folder)).toHaveLength(2);
  });

  it('says once that it cannot be used, and finds nothing', async () => {
    const file = join(testFolder(), 'file');
    writeFileSync(file, '');
    const cache = await open(join(file, 'segments'));
    await cache.put('a', 'alpha');
    cache.trim();
    expect(await cache.take('a')).toBe(null);
    expect(cache.warnings).toEqual([expect.stringMatching(/^The segments are not stored .* EEXIST.*\.$/)]);
  });

  it('has an end below a folder in which nothing can be created', async () => {
    const cache = await open('/proc/framemill/segments');
    expect(await cache.take('a')).toBe(null);
    expect(cache.warnings).toEqual([expect.stringMatching(/^The segments are not stored /)]);
  });

  it('copies where it cannot link, says once that the disk is full or read-only, and still reads', async () => {
    const disk = smallDisk(1);
    if (disk === null) return;
    try {
      const cache = await open(disk.folder);
      await cache.put('a', 'alpha');
      expect(await cache.take('a')).toBe('alpha');
      await cache.put('b', 'b'.repeat(2_000_000));
      await cache.put('c', 'c');
      expect(readdirSync(disk.folder)).toHaveLength(1);
      expect(cache.warnings).toEqual([expect.stringMatching(/ENOSPC/)]);
      expect(await cache.take('a')).toBe('alpha');
      execFileSync('mount', ['-o', 'remount,ro', disk.folder]);
      const readOnly = await open(disk.folder);
      expect(await readOnly.take('a')).toBe('alpha');
      await readOnly.put('c', 'c');
      expect(readOnly.warnings).toEqual([expect.stringMatching(/EROFS/)]);
      expect(await readOnly.take('a')).toBe('alpha');
    } finally {
      disk.remove();
    }
  });

  it('has the size that the user wants', () => {
    expect(cacheLimitBytes({})).toBe(2_000_000_000);
    expect(cacheLimitBytes({ FRAMEMILL_CACHE_MB: '5' })).toBe(5_000_000);
    for (const wrong of ['0', '-1', '1.5', '2GB'])
      expect(() => cacheLimitBytes({ FRAMEMILL_CACHE_MB: wrong })).toThrow(`(got "${wrong}")`);
  });

  it('is in the cache folder of the user', () => {
    expect(cacheFolder({ XDG_CACHE_HOME: '/elsewhere' })).toBe('/elsewhere/framemill/segments');
    expect(cacheFolder({ XDG_CACHE_HOME: 'relative' })).toBe(cacheFolder({}));
    expect(cacheFolder({})).toMatch(/^\/.*\/(\.cache|Library\/Caches)\/framemill\/segments$/);
    mkdirSync(join(scratch, 'empty'));
    expect(cacheEntries(join(scratch, 'none'))).toEqual(cacheEntries(join(scratch, 'empty')));
  });
});
