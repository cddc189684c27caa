import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { testFolder } from '@framemill/testing/folders';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../metrics/index.ts';
import { createFolderStore } from './folder-store.ts';
import { measuredStore } from './index.ts';
import type { ObjectStore } from './object-store.ts';
import { usualLimits } from './s3-connection.ts';
import { createS3Store } from './s3-store.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

let s3: FauxqsServer;
beforeAll(async () => {
  s3 = await startFauxqs({ port: 0, logger: false });
});
afterAll(() => s3.stop());

let buckets = 0;
const stores: Record<string, () => ObjectStore> = {
  folder: () => createFolderStore(path.join(folder, 'store')),
  S3: () => {
    buckets += 1;
    s3.createBucket(`bucket-${buckets}`);
    return createS3Store(s3Config(`bucket-${buckets}`));
  },
  'folder, measured': () => measuredStore(createFolderStore(path.join(folder, 'store')), createMetrics('test')),
};

function s3Config(bucket: string) {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return { kind: 's3' as const, bucket, endpoint: `http://127.0.0.1:${s3.port}`, region: 'us-east-1', credentials };
}

describe.each(Object.entries(stores))('an object store: %s', (_, open) => {
  let store: ObjectStore;
  beforeEach(() => {
    store = open();
  });
  afterEach(() => store.close());

  it('gives back the bytes, size and type that were put', async () => {
    await store.put('exports/a-1_b.mp4', new Uint8Array([1, 2, 3]), { contentType: 'video/mp4' });
    const { body, sizeBytes, contentType } = await store.get('exports/a-1_b.mp4');
    expect([...(await buffer(body))]).toEqual([1, 2, 3]);
    expect({ sizeBytes, contentType }).toEqual({ sizeBytes: 3, contentType: 'video/mp4' });
    expect(await store.head('exports/a-1_b.mp4')).toMatchObject({ sizeBytes: 3, contentType: 'video/mp4' });
  });

  it('knows the hash of the whole object, or says that it does not', async () => {
    await store.put('a', new Uint8Array([1, 2, 3]));
    const answers = await Promise.all([store.head('a'), store.get('a'), store.getRange('a', 1, 1)]);
    for (const answer of answers) {
      expect([
        null,
        createHash('sha256')
          .update(new Uint8Array([1, 2, 3]))
          .digest('hex'),
      ]).toContain(answer?.sha256);
      if (answer && 'body' in answer) answer.body.destroy();
    }
  });

  it('stores no file that has another hash than it must have, and none for a caller who has left', async () => {
    const file = path.join(folder, 'source');
    await writeFile(file, 'abc');
    const sha256 = createHash('sha256').update('abc').digest('hex');
    const wrong = store.putFile('a', file, { sha256: sha256.replace(/^./, (first) => (first === '0' ? '1' : '0')) });
    await expect(wrong).rejects.toMatchObject({ code: 'internal_error', details: { check: 'hash' } });
    const left = new Error('left');
    await expect(store.putFile('a', file, { sha256, signal: AbortSignal.abort(left) })).rejects.toBe(left);
    expect(await store.head('a')).toBeNull();
    await store.putFile('a', file, { sha256, signal: new AbortController().signal });
    expect(await store.head('a')).toMatchObject({ sizeBytes: 3 });
  });

  it('knows no type when none was given, also when an earlier object of that key had one', async () => {
    await store.put('a', new Uint8Array([1]), { contentType: 'video/mp4' });
    await store.put('a', new Uint8Array([1]));
    expect(await store.head('a')).toMatchObject({ sizeBytes: 1, contentType: null });
  });

  it('takes a stream of unknown length that is larger than one part', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 'framemill');
    const chunks = Array.from({ length: 18 }, () => chunk);
    await store.put('big.bin', Readable.from(chunks));
    const got = createHash('sha256').update(await buffer((await store.get('big.bin')).body));
    expect(got.digest('hex')).toBe(createHash('sha256').update(Buffer.concat(chunks)).digest('hex'));
  });

  it('leaves the old object when a stream breaks', async () => {
    await store.put('a', Buffer.from('old'));
    const broken = new Readable({
      read() {
        this.push('new');
        this.destroy(new Error('cable pulled'));
      },
    });
    const error: unknown = await store.put('a', broken).catch((reason: unknown) => reason);
    // A store that says it in its own words keeps the reason as the cause.
    expect([Object(error).message, Object(error).cause?.message]).toContain('cable pulled');
    expect(await text((await store.get('a')).body)).toBe('old');
  });

  it('moves files in and out', async () => {
    const source = path.join(folder, 'source');
    await writeFile(source, 'content');
    await store.putFile('x/y', source, { contentType: 'text/plain' });
    await store.getFile('x/y', path.join(folder, 'target'));
    expect(await readFile(path.join(folder, 'target'), 'utf8')).toBe('content');
    expect(await store.head('x/y')).toMatchObject({ sizeBytes: 7, contentType: 'text/plain' });
  });

  it('leaves no file when the object to fetch is absent', async () => {
    await expect(store.getFile('absent', path.join(folder, 'target'))).rejects.toMatchObject({ code: 'not_found' });
    expect((await readdir(folder)).filter((name) => name.startsWith('target'))).toEqual([]);
  });

  it('gives a range with the size of the whole', async () => {
    await store.put('a', Buffer.from('0123456789'), { contentType: 'text/plain' });
    const middle = await store.getRange('a', 2, 4);
    expect(await text(middle.body)).toBe('234');
    expect(middle).toMatchObject({ sizeBytes: 10, contentType: 'text/plain' });
    expect(await text((await store.getRange('a', 8, 100)).body)).toBe('89');
  });

  it('refuses a range outside of the object', async () => {
    await store.put('a', Buffer.from('0123456789'));
    await expect(store.getRange('a', 10, 20)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(store.getRange('a', 4, 3)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('says not_found for what is absent, and null in head', async () => {
    await expect(store.get('no/such')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.getRange('no/such', 0, 1)).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.head('no/such')).toBeNull();
  });

  it('deletes, also what is absent', async () => {
    await store.put('a/b', Buffer.from('x'));
    await store.delete('a/b');
    await store.delete('a/b');
    expect(await store.head('a/b')).toBeNull();
  });

  it('lists what starts with a prefix, in order of the keys', async () => {
    for (const key of ['a/b/2', 'a/b/1', 'a/b0', 'ab', 'a/c', 'b']) await store.put(key, Buffer.from(key));
    expect(await keysOf(store, 'a/b')).toEqual(['a/b/1', 'a/b/2', 'a/b0']);
    expect(await keysOf(store, 'a/b/')).toEqual(['a/b/1', 'a/b/2']);
    expect(await keysOf(store, 'nothing/')).toEqual([]);
    expect(await keysOf(store, '')).toEqual(['a/b/1', 'a/b/2', 'a/b0', 'a/c', 'ab', 'b']);
  });

  it('lists what comes after a key, which need not exist', async () => {
    for (const key of ['a/b/1', 'a/b/2', 'a/b0', 'a/c/1', 'ab']) await store.put(key, Buffer.from(key));
    expect(await keysOf(store, 'a/', 'a/b/1')).toEqual(['a/b/2', 'a/b0', 'a/c/1']);
    expect(await keysOf(store, 'a/', 'a/b/9')).toEqual(['a/b0', 'a/c/1']);
    expect(await keysOf(store, 'a/', 'a/b')).toEqual(['a/b/1', 'a/b/2', 'a/b0', 'a/c/1']);
    expect(await keysOf(store, '', 'a/c/1')).toEqual(['ab']);
    expect(await keysOf(store, 'a/', 'a/c/1')).toEqual([]);
  });

  it('lists sizes and times', async () => {
    const before = Date.now() - 2_000;
    await store.put('a', Buffer.from('12345'));
    const [entry] = await Array.fromAsync(store.list('a'));
    expect(entry?.sizeBytes).toBe(5);
    expect(entry?.modifiedAt.getTime()).toBeGreaterThan(before);
  });

  it.each([
    '../a',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    '',
    '.',
    'a/.hidden',
    'a\0b',
    'a\\b',
    '-rf',
    'a/',
    'é',
    'x'.repeat(513),
  ])('refuses the key %j everywhere', async (key) => {
    const bytes = Buffer.from('x');
    const target = path.join(folder, 'target');
    const source = path.join(folder, 'source');
    await writeFile(source, bytes);
    const calls = [
      () => store.put(key, bytes),
      () => store.putFile(key, source),
      () => store.get(key),
      () => store.getRange(key, 0, 1),
      () => store.getFile(key, target),
      () => store.head(key),
      () => store.delete(key),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('answers a ping', async () => {
    await expect(store.ping()).resolves.toBeUndefined();
  });
});

describe('the folder store', () => {
  it('follows no symbolic link, neither as an object nor as a folder on the way', async () => {
    const store = createFolderStore(path.join(folder, 'store'));
    await store.put('real', Buffer.from('x'));
    await writeFile(path.join(folder, 'secret'), 'secret');
    await symlink(path.join(folder, 'secret'), path.join(folder, 'store', 'link'));
    await symlink(folder, path.join(folder, 'store', 'way'));
    for (const key of ['link', 'way/secret']) {
      await expect(store.get(key)).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(store.put(key, Buffer.from('overwritten'))).rejects.toMatchObject({ code: 'invalid_request' });
      await expect(store.delete(key)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    expect(await readFile(path.join(folder, 'secret'), 'utf8')).toBe('secret');
    expect(await keysOf(store, '')).toEqual(['real']);
  });

  it('is closed to other users from the first object on, and what leads to it is not', async () => {
    const root = path.join(folder, 'data', 'store');
    await createFolderStore(root).put('exports/a.mp4', new Uint8Array([1]));
    expect(await modeOf(root)).toBe(0o700);
    expect(await modeOf(path.dirname(root))).toBe(0o777 & ~process.umask());
  });

  it('closes a folder of an earlier release when it is looked at', async () => {
    const root = path.join(folder, 'store');
    await mkdir(root);
    await chmod(root, 0o755);
    await createFolderStore(root).ping();
    expect(await modeOf(root)).toBe(0o700);
  });

  it('says unavailable when its place is no folder', async () => {
    await writeFile(path.join(folder, 'file'), '');
    const store = createFolderStore(path.join(folder, 'file'));
    await expect(store.ping()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('Set DATA_DIR to a folder'),
    });
  });
});

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777;
}

describe('the S3 store', () => {
  it('says unavailable when the bucket is absent or the service is away', async () => {
    const noBucket = createS3Store(s3Config('no-such-bucket'));
    await expect(noBucket.ping()).rejects.toMatchObject({ code: 'unavailable' });
    noBucket.close();
    // A write is tried again for 4 s, and for as long as an answer may take.
    const limits = { ...usualLimits, headersMs: 300 };
    const away = createS3Store({ ...s3Config('x'), endpoint: 'http://127.0.0.1:1' }, limits);
    await expect(away.put('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
    away.close();
  });
});

async function keysOf(store: ObjectStore, prefix: string, after?: string): Promise<string[]> {
  return (await Array.fromAsync(store.list(prefix, after))).map(({ key }) => key);
}

describe('a measured store', () => {
  it('counts calls by operation and outcome', async () => {
    const metrics = createMetrics('test');
    const store = measuredStore(createFolderStore(path.join(folder, 'store')), metrics);
    await store.put('a', new Uint8Array([1]));
    await store.head('b');
    await expect(store.get('b')).rejects.toThrow();
    await expect(store.get('../b')).rejects.toThrow();
    const { values } = await metrics.storeRequestSeconds.get();
    const counts = values.filter(({ metricName }) => metricName?.endsWith('_count'));
    expect(counts.map(({ labels, value }) => [labels.operation, labels.outcome, value])).toEqual([
      ['put', 'ok', 1],
      ['head', 'missing', 1],
      ['get', 'missing', 1],
      ['get', 'failed', 1],
    ]);
  });
});
