import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startFauxqs } from 'fauxqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

const { createWriteStream } = fs;
const { copyFile } = promises;

/** Name of a folder in which the test makes every write fail as on a full disk, because it cannot fill a real disk. */
const fullDisk = 'full-disk';
const isFull = (file: unknown) => String(file).includes(fullDisk);
const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });

describe('a full disk', () => {
  let folder = '';
  let target = '';
  beforeEach(async () => {
    folder = await promises.mkdtemp(path.join(tmpdir(), 'disk-full-'));
    target = path.join(folder, fullDisk, 'segment');
    await promises.mkdir(path.dirname(target));
    fs.createWriteStream = (file, options) => {
      const stream = createWriteStream(file, options);
      if (isFull(file)) stream._write = (_chunk, _encoding, done) => done(noSpace());
      return stream;
    };
    promises.copyFile = async (from, to, mode) => {
      if (isFull(to)) throw noSpace();
      await copyFile(from, to, mode);
    };
    syncBuiltinESMExports();
  });
  afterEach(async () => {
    fs.createWriteStream = createWriteStream;
    promises.copyFile = copyFile;
    syncBuiltinESMExports();
    await promises.rm(folder, { recursive: true, force: true });
  });

  async function fetchFrom(store: ObjectStore): Promise<void> {
    await expect(store.getFile('a', target)).rejects.toMatchObject({
      code: 'unavailable',
      message: `The disk of this machine is full: ${target} could not be written. Free some disk space.`,
    });
    expect(await promises.readdir(path.dirname(target))).toEqual([]);
  }

  it('of the caller is not taken for that of the folder with the objects', async () => {
    const store = createFolderStore(folder);
    await store.put('a', Buffer.from('bytes'));
    await fetchFrom(store);
  });

  it('is not taken for a failure of S3', async () => {
    const s3 = await startFauxqs({ port: 0, logger: false });
    s3.createBucket('bucket');
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    const endpoint = `http://127.0.0.1:${s3.port}`;
    const store = createS3Store({ kind: 's3', bucket: 'bucket', endpoint, region: 'us-east-1', credentials });
    await store.put('a', Buffer.from('bytes'));
    await fetchFrom(store);
    store.close();
    await s3.stop();
  });

  it('with the objects is named as such', async () => {
    const source = path.join(folder, 'source');
    await promises.writeFile(source, 'bytes');
    const store = createFolderStore(path.join(folder, fullDisk, 'objects'));
    await expect(store.putFile('a', source)).rejects.toThrow('The object store has no space left.');
  });
});
