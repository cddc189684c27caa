import { randomBytes } from 'node:crypto';
import { forSuite } from '@framemill/testing/for-suite';
import { expect, it } from 'vitest';
import { createS3Sender } from '../src/destinations/s3-sender.ts';
import type { OutgoingFile, UnfinishedUpload } from '../src/destinations/sender.ts';
import { createOutbound } from '../src/outbound/outbound.ts';
import { startBucket } from './destination-servers.ts';
import { outgoingFile } from './outgoing-file.ts';

const PART_BYTES = 5 * 1024 * 1024;
const bytes = randomBytes(2 * PART_BYTES + 1_000);
const outbound = createOutbound({ ports: 'any', privateHosts: ['127.0.0.1'] });

const bucket = forSuite(startBucket);

const sender = () => createS3Sender(outbound, { kind: 's3', ...bucket.s3 }, PART_BYTES);
const send = (file: OutgoingFile, signal = AbortSignal.timeout(60_000)) => sender().send(file, signal);
const stored = async (key: string) =>
  Buffer.from(await (await fetch(`${bucket.s3.endpoint}/films/${key}`)).arrayBuffer());

/** Sends the first part of a file, then aborts. Returns the unfinished upload. */
async function brokenOff(path: string): Promise<UnfinishedUpload> {
  const ended = new AbortController();
  const file = outgoingFile(bytes, {
    path,
    async notePart(part) {
      file.sentParts.push(part);
      ended.abort(new Error('too slow'));
    },
  });
  await expect(send(file, ended.signal)).rejects.toThrow('too slow');
  return { id: file.uploads[0] ?? '', sentBytes: PART_BYTES, parts: file.sentParts };
}

it('an upload goes on after the parts that arrived', async () => {
  const unfinished = await brokenOff('a.mp4');
  const file = outgoingFile(bytes, { path: 'a.mp4', unfinished });
  await send(file);
  expect((await stored('a.mp4')).equals(bytes)).toBe(true);
  expect([file.uploads, file.tookBytes, file.offset]).toEqual([[], bytes.length - PART_BYTES, bytes.length]);
});

it('one whose parts are all there is only completed', async () => {
  const unfinished = await brokenOff('b.mp4');
  const parts: UnfinishedUpload['parts'][number][] = [...unfinished.parts];
  const ended = new AbortController();
  const rest = outgoingFile(bytes, {
    ...{ path: 'b.mp4', unfinished },
    async notePart(part) {
      parts.push(part);
      if (parts.length === 3) ended.abort(new Error('killed'));
    },
  });
  await expect(send(rest, ended.signal)).rejects.toThrow('killed');
  const file = outgoingFile(bytes, { path: 'b.mp4', unfinished: { ...unfinished, parts } });
  await send(file);
  expect([(await stored('b.mp4')).equals(bytes), file.tookBytes]).toEqual([true, expect.any(Number)]);
  // The list of parts alone.
  expect(file.tookBytes).toBeLessThan(10_000);
});

it('one that the bucket has forgotten begins anew', async () => {
  const unfinished = { ...(await brokenOff('c.mp4')), id: 'gone' };
  const file = outgoingFile(bytes, { path: 'c.mp4', unfinished });
  await send(file);
  expect((await stored('c.mp4')).equals(bytes)).toBe(true);
  expect([file.uploads.length, file.sentParts.length]).toEqual([1, 3]);
});

it('one that is abandoned is aborted', async () => {
  const { id } = await brokenOff('d.mp4');
  const takesParts = async () => {
    const url = `${bucket.s3.endpoint}/films/d.mp4?partNumber=9&uploadId=${id}`;
    return (await fetch(url, { method: 'PUT', body: 'x' })).ok;
  };
  expect(await takesParts()).toBe(true);
  await sender().abandon('d.mp4', id, AbortSignal.timeout(20_000));
  expect(await takesParts()).toBe(false);
});

it('an empty file is sent', async () => {
  await send(outgoingFile(Buffer.alloc(0), { path: 'empty.srt' }));
  expect([await bucket.keys(), (await stored('empty.srt')).length]).toEqual([expect.arrayContaining(['empty.srt']), 0]);
});
