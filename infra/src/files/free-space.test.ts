import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createMetrics } from '../metrics/index.ts';
import { createObjectStore } from '../objects/index.ts';
import { smallDisk } from '../testing/small-disk.ts';
import { dataDisk, requireRoom, watchDisks } from './free-space.ts';

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
