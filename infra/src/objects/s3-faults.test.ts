import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type FaultyS3, faultsOf, type S3Fault, type S3Request, startFaultyS3 } from '@framemill/testing/faulty-s3';
import { suiteFolder } from '@framemill/testing/folders';
import { type FauxqsServer, startFauxqs } from 'fauxqs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from './object-store.ts';
import { readObject } from './patience.ts';
import { createS3Store } from './s3-store.ts';

const bytes = randomBytes(300_000);
const others = randomBytes(200_000);
const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
/** Timeouts short enough for a test, which waits for them when the service does not respond. */
const limits = {
  ...{ headersMs: 400, stallMs: 400, socketMs: 400 },
  // The least that S3 takes for a part.
  ...{ onePieceBytes: 6 * 1024 * 1024, partBytes: 5 * 1024 * 1024 },
};

/**
 * Whether a fault that takes seconds is noticed in the same way as another one: `slowDown` as `error500`, `late` as
 * `silence`, and `slowBody` not at all. `npm test` leaves it out.
 */
const isLikeAnother = (fault: S3Fault) => fault === 'slowDown' || fault === 'late' || fault === 'slowBody';
/** Faults that `npm test` includes in reads into files: those whose response has other bytes than the object. */
const wrongBodies = new Set<S3Fault>(['errorBody', 'cutBody', 'shortBody', 'flippedBody', 'otherObject']);
/** Faults that `npm test` includes in reading back what was written: an error, no response, and wrong bytes. */
const readBack = new Set<S3Fault>(['error500', 'silence', 'flippedBody']);

let s3: FauxqsServer;
let proxy: FaultyS3;
let store: ObjectStore;
/** Object store for the same bucket without the proxy that causes the faults. */
let truth: ObjectStore;
const folder = suiteFolder();
beforeAll(async () => {
  s3 = await startFauxqs({ port: 0, logger: false });
  s3.createBucket('bucket');
  const direct = `http://127.0.0.1:${s3.port}`;
  proxy = await startFaultyS3(direct);
  const config = { kind: 's3', bucket: 'bucket', region: 'us-east-1', credentials } as const;
  store = createS3Store({ ...config, endpoint: proxy.endpoint }, limits);
  truth = createS3Store({ ...config, endpoint: direct }, limits);
  await truth.put('a/film', bytes);
  await truth.put('a/other', others);
});
afterEach(() => {
  proxy.choose = () => null;
});
afterAll(async () => {
  store.close();
  truth.close();
  await proxy.close();
  await s3.stop();
});

/** Makes the next `count` requests of an operation fail with `fault`. */
function spoil(operation: S3Request['operation'], fault: S3Fault, count: number): void {
  let left = count;
  proxy.choose = (request) => {
    if (request.operation !== operation || left === 0) return null;
    left -= 1;
    return fault;
  };
}

for (const fault of faultsOf.get) {
  // The client itself repeats what it takes for passing: three times.
  const count = fault === 'error500' || fault === 'slowDown' || fault === 'reset' ? 4 : 1;
  const what = `a read that meets "${fault}"`;

  it(`${what} gives the bytes all the same`, { tags: isLikeAnother(fault) ? 'full' : [] }, async () => {
    await buffer((await store.get('a/other')).body);
    spoil('get', fault, count);
    // The client's own pauses after a slowDown may be longer than `headersMs`.
    const found = await readObject(store, 'a/film', (data) => data, { mustExist: true, awayMs: 10_000 });
    expect(found.equals(bytes)).toBe(true);
  });

  it(`${what} never puts a wrong file in its place`, { tags: wrongBodies.has(fault) ? [] : 'full' }, async () => {
    await buffer((await store.get('a/other')).body);
    spoil('get', fault, count);
    const target = path.join(folder, `film-${fault}`);
    await store.getFile('a/film', target).catch(() => undefined);
    const found = await readFile(target).catch(() => bytes);
    expect(found.equals(bytes)).toBe(true);
  });
}

it('resumes an interrupted transfer, even in the middle of a range, and detects a response for another range', async () => {
  spoil('get', 'cutBody', 2);
  const { body, sizeBytes } = await store.getRange('a/film', 1_000, 250_999);
  expect(sizeBytes).toBe(bytes.length);
  expect((await buffer(body)).equals(bytes.subarray(1_000, 251_000))).toBe(true);
  spoil('get', 'wrongRange', 1);
  await expect(store.getRange('a/film', 1_000, 2_000)).rejects.toMatchObject({ code: 'unavailable' });
});

it('takes a header of another object for no answer', async () => {
  spoil('head', 'otherObject', 1);
  await buffer((await store.get('a/other')).body);
  await expect(store.head('a/film')).rejects.toMatchObject({ name: 'WrongBytes', code: 'unavailable' });
});

it('a service that is full is named as such', async () => {
  proxy.choose = () => 'full';
  await expect(store.put('a/new', others)).rejects.toMatchObject({
    ...{ code: 'unavailable', message: 'The object store has no space left. Free some space.' },
  });
});

it('a write that is refused is sent once', async () => {
  proxy.choose = () => 'refused';
  await expect(store.put('put/refused', others)).rejects.toMatchObject({ code: 'unavailable' });
  expect(proxy.made.get('refused')).toBe(1);
});

for (const fault of faultsOf.put) {
  const count = fault === 'error500' ? 4 : 1;
  const title = `a write that meets "${fault}" has stored the bytes when it says so`;

  it(title, { tags: isLikeAnother(fault) ? 'full' : [] }, async () => {
    const key = `put/${fault}`;
    spoil('put', fault, count);
    await store.put(key, bytes);
    expect((await buffer((await truth.get(key)).body)).equals(bytes)).toBe(true);
    const file = path.join(folder, 'source');
    await writeFile(file, others);
    spoil('put', fault, count);
    await store.putFile(key, file);
    expect((await buffer((await truth.get(key)).body)).equals(others)).toBe(true);
  });
}

for (const fault of faultsOf.get) {
  const title = `a write that was stored wrongly, and meets "${fault}" when it is read back, is sent again`;
  it(title, { tags: readBack.has(fault) ? [] : 'full' }, async () => {
    const left = { put: 1, get: 4 };
    proxy.choose = ({ operation }) => {
      if ((operation !== 'put' && operation !== 'get') || left[operation] === 0) return null;
      left[operation] -= 1;
      return operation === 'put' ? 'storedFlipped' : fault;
    };
    await store.put(`put/again-${fault}`, bytes);
    expect((await buffer((await truth.get(`put/again-${fault}`)).body)).equals(bytes)).toBe(true);
  });
}

it('says that an object was not stored when the service never stores it', async () => {
  proxy.choose = ({ operation }) => (operation === 'put' ? 'storedShort' : null);
  await expect(store.put('put/never', bytes)).rejects.toMatchObject({ code: 'unavailable' });
});

describe('a file in several parts', () => {
  it('is stored although parts fail, and is known for broken when a part arrived flipped', async () => {
    const large = randomBytes(17 * 1024 * 1024);
    const file = path.join(folder, 'large');
    await writeFile(file, large);
    let left = 3;
    let parts = 0;
    proxy.choose = ({ operation }) => {
      if (operation !== 'multipart' || left === 0) return null;
      parts += 1;
      if (parts < 3) return null;
      left -= 1;
      return left === 0 ? 'storedFlipped' : 'slowDown';
    };
    await store.putFile('put/large', file);
    expect(left).toBe(0);
    expect((await buffer((await truth.get('put/large')).body)).equals(large)).toBe(true);
  });
});

it('a file in several parts is stored although the answer to its completion is lost', async () => {
  const large = randomBytes(11 * 1024 * 1024);
  const file = path.join(folder, 'unheard');
  await writeFile(file, large);
  // One to begin, three parts, one to complete.
  let requests = 0;
  proxy.choose = ({ operation }) => {
    if (operation !== 'multipart') return null;
    requests += 1;
    return requests === 5 ? 'storedUnheard' : null;
  };
  await store.putFile('put/unheard', file);
  expect((await buffer((await truth.get('put/unheard')).body)).equals(large)).toBe(true);
});

describe('a listing', () => {
  it.each(['errorBody', 'cutBody', 'shortBody'] as const)(
    'with "%s" is an error, never a shorter list',
    async (fault) => {
      spoil('list', fault, 9);
      await expect(Array.fromAsync(store.list('a/'))).rejects.toMatchObject({ code: 'unavailable' });
    },
  );
});

it('a file that goes away while the store does not answer ends the write with an error, and nothing else', async () => {
  const file = path.join(folder, 'gone');
  await writeFile(file, bytes);
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  proxy.choose = ({ operation }) => {
    if (operation !== 'put') return null;
    resolve();
    return 'reset';
  };
  const write = expect(store.putFile('gone/file', file)).rejects.toMatchObject({
    code: 'internal_error',
    message: expect.stringContaining('was deleted before its upload'),
  });
  await asked;
  await rm(file);
  await write;
});
