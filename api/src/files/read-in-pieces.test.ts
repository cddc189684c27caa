import { randomBytes } from 'node:crypto';
import { type Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createMetrics, type ObjectStore } from '@framemill/infra';
import type { FastifyRequest } from 'fastify';
import { beforeEach, expect, it } from 'vitest';
import { CHUNK_BYTES, createTransfers, PIECE_BYTES, type Transfers } from '../transfers/transfers.ts';
import { cutParts, lengthOf, readInPieces } from './read-in-pieces.ts';

const bytes = randomBytes(12 * PIECE_BYTES + 17);
let reads: number;
let transfers: Transfers;
beforeEach(async () => {
  reads = 0;
  transfers = await createTransfers(createMetrics('api'), { pieceBytes: 4 * PIECE_BYTES });
});
const store = {
  async getRange(_key: string, start: number, end: number) {
    reads += 1;
    return { body: new Blob([bytes.subarray(start, end + 1)]).stream() };
  },
} as unknown as ObjectStore;

/** Opens a stream of the complete test file, as a request from the IP address `ip` for an account's file. */
function open(accountId: string, ip: string, key = 'segments/one'): Promise<Readable> {
  const request = { ip, raw: { socket: { destroy: () => undefined } } } as unknown as FastifyRequest;
  const whole = { key, sizeBytes: bytes.length, start: 0, end: bytes.length - 1 };
  return readInPieces({ store, transfers }, [whole], request, { accountId, sha256: null });
}

function heldBytes(): number {
  return [...transfers.answers.heldBy().values()].reduce((sum, held) => sum + held, 0);
}

it('readers that take nothing hold two chunks each, and share one read of the store', async () => {
  const readers = 60;
  const streams = await Promise.all(Array.from({ length: readers }, (_, index) => open('acc_a', `10.0.0.${index}`)));
  // A look into each starts it; nothing is taken out.
  for (const stream of streams) stream.read(0);
  await expect.poll(() => streams.every(({ readableLength }) => readableLength > 0)).toBe(true);
  expect(heldBytes()).toBeLessThanOrEqual(2 * readers * CHUNK_BYTES);
  expect([reads, transfers.pieces.keptSize()]).toEqual([1, PIECE_BYTES]);
  for (const stream of streams) stream.destroy();
  await expect.poll(heldBytes).toBe(0);
});

it('pieces that are kept have a bound, and every byte arrives', async () => {
  const all = await Promise.all(['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((ip) => open('acc_a', ip).then(buffer)));
  expect(all.every((one) => one.equals(bytes))).toBe(true);
  expect(transfers.pieces.keptSize()).toBeLessThanOrEqual(4 * PIECE_BYTES);
  // Three readers side by side read each piece once.
  expect(reads).toBe(13);
});

it('an account with one reader gets a quarter of all chunks at least, however many readers another has', async () => {
  const taken = { crowd: 0, guest: 0 };
  const counter = (who: keyof typeof taken) =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        taken[who] += chunk.length;
        done();
      },
    });
  const crowd = await Promise.all(Array.from({ length: 32 }, () => open('acc_a', '1.1.1.1')));
  const ends = crowd.map((stream) => pipeline(stream, counter('crowd')).catch(() => undefined));
  await pipeline(await open('acc_b', '1.1.1.1', 'segments/two'), counter('guest'));
  expect(taken.guest).toBe(bytes.length);
  expect(taken.crowd).toBeLessThan(5 * taken.guest);
  for (const stream of crowd) stream.destroy();
  await Promise.all(ends);
});

it('cuts a part out of several', () => {
  const parts = [Buffer.from('head'), { key: 'a', sizeBytes: 100, start: 10, end: 19 }, Buffer.from('end')];
  expect(lengthOf(parts)).toBe(17);
  expect(cutParts(parts, 2, 15)).toEqual([
    Buffer.from('ad'),
    { key: 'a', sizeBytes: 100, start: 10, end: 19 },
    Buffer.from('en'),
  ]);
  expect(cutParts(parts, 5, 6)).toEqual([{ key: 'a', sizeBytes: 100, start: 11, end: 12 }]);
});
