import { createHash, randomBytes } from 'node:crypto';
import { createMetrics, createObjectStore, type ObjectStore } from '@framemill/infra';
import { suiteFolder } from '@framemill/testing/folders';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTransfers } from '../transfers/transfers.ts';
import { type ExportFacts, installPublicFiles } from './public-files.ts';

const bytes = randomBytes(2_500_000);
const folder = suiteFolder();
let app: FastifyInstance;
let url: string;
/** SHA-256 that the simulated object store reports for its files; null when it has none. */
let sha256: string | null = null;
let factsOf: (key: string) => Promise<ExportFacts | null> = async () => null;
beforeAll(async () => {
  const files = await createObjectStore({ kind: 'folder', root: folder });
  await files.put('exports/film.mp4', bytes);
  const store: ObjectStore = {
    ...files,
    async head(key) {
      const info = await files.head(key);
      return info && { ...info, sha256 };
    },
  };
  app = Fastify();
  installPublicFiles(app, {
    store,
    transfers: await createTransfers(createMetrics('api')),
    factsOf: (key) => factsOf(key),
  });
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/exports/film.mp4`;
});
afterAll(async () => {
  await app.close();
});

it('a file whose bytes have their hash is answered whole', async () => {
  sha256 = createHash('sha256').update(bytes).digest('hex');
  const answer = await fetch(url);
  expect(bytes.equals(Buffer.from(await answer.arrayBuffer()))).toBe(true);
});

it.each([
  ['is away', () => Promise.reject(new Error('away'))],
  ['never answers', () => new Promise<null>(() => undefined)],
])('a file is saved under its own name when the database %s', async (_what, ask) => {
  sha256 = null;
  factsOf = ask;
  const answer = await fetch(url, { method: 'HEAD' });
  factsOf = async () => null;
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, 'inline; filename=film.mp4']);
});

it('a file whose bytes have another hash breaks off before its end, and a part of it does not', async () => {
  sha256 = createHash('sha256').update('others').digest('hex');
  const answer = await fetch(url);
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  await expect(answer.arrayBuffer()).rejects.toThrow('terminated');
  const part = await fetch(url, { headers: { range: 'bytes=2000000-2499999' } });
  expect(bytes.subarray(2_000_000).equals(Buffer.from(await part.arrayBuffer()))).toBe(true);
});
