import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { smallDisk, testFolder } from '@framemill/testing/folders';
import { beforeEach, expect, it } from 'vitest';
import { dataDisk, makeFolder, requireRoom, watchDisks } from './folders.ts';
import { createMetrics } from './metrics/index.ts';
import { createObjectStore } from './objects/index.ts';

let root: string;
beforeEach(() => {
  root = testFolder();
});

it('makes a folder and those above it, also several times at once, and leaves one that is there', async () => {
  const folder = path.join(root, 'a', 'b');
  await Promise.all([makeFolder(folder, 0o700), makeFolder(folder, 0o700)]);
  for (const made of [folder, path.dirname(folder)]) expect((await stat(made)).mode & 0o777).toBe(0o700);
  await makeFolder(folder);
});

it('throws where a file is in the way', async () => {
  await writeFile(path.join(root, 'file'), '');
  await expect(makeFolder(path.join(root, 'file'))).rejects.toThrow('EEXIST');
  await expect(makeFolder(path.join(root, 'file', 'a'))).rejects.toThrow(/EEXIST|ENOTDIR/);
});

it('throws where nobody can make a folder', async () => {
  await expect(makeFolder('/proc/nope')).rejects.toThrow(/ENOENT|EROFS|EACCES/);
  await expect(makeFolder('/proc/nope/below')).rejects.toThrow(/ENOENT|EROFS|EACCES/);
});

it('asks the disk of a folder that does not exist yet', async () => {
  await requireRoom(path.join(import.meta.dirname, 'not', 'there'), 'the test');
});

it('a disk that is almost full fails readiness and takes no object, and is fine again when there is room', async ({
  skip,
}) => {
  const disk = smallDisk(70);
  if (disk === null) return skip();
  const metrics = createMetrics('test');
  const objects = { kind: 'folder', root: path.join(disk.folder, 'objects') } as const;
  const store = await createObjectStore(objects);
  const watched = dataDisk({ objects, dataDir: disk.folder });
  const watch = await watchDisks(metrics, watched);
  try {
    await watch.check();
    await store.put('a', Buffer.from('bytes'));
    const film = path.join(disk.folder, 'film');
    await writeFile(film, Buffer.alloc(10 * 1024 * 1024));
    await expect(watch.check()).rejects.toThrow(/^The disk of data is full: \d+ MB are free/);
    const refused = { code: 'unavailable', details: { waitsFor: 'disk' } };
    await expect(store.put('b', Buffer.from('bytes'))).rejects.toMatchObject(refused);
    await expect(store.putFile('b', film)).rejects.toMatchObject(refused);
    (await watchDisks(metrics, watched)).stop();
    const [sample] = (await metrics.diskFreeBytes.get()).values;
    expect(sample?.labels).toMatchObject({ folder: 'data' });
    expect(sample?.value).toBeLessThan(60 * 1024 * 1024 + 1);
    await rm(film);
    await watch.check();
    await store.put('b', Buffer.from('bytes'));
  } finally {
    watch.stop();
    store.close();
    disk.remove();
  }
});
