import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics, type ObjectStore } from '@framemill/infra';
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  MP4,
  Mp4OutputFormat,
  NullTarget,
  Output,
} from 'mediabunny';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTransfers } from '../transfers/transfers.ts';
import { fragmentOf } from './fragment.ts';
import { openAudioTrack, openVideoTrack } from './stored-track.ts';

const video = readFileSync(path.join(import.meta.dirname, '../../fixtures/sample.mp4'));
const owner = { accountId: 'acc_a', address: '::1' };
const shiftSec = 1024 / 48_000;

// The index says when it was made, in seconds.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** Builds an MP4 audio file of 200 AAC packets with different sizes, in chunks of half a second. */
async function audioFile(): Promise<Buffer> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  const source = new EncodedAudioPacketSource('aac');
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = {
    ...{ codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 48_000 },
    description: Uint8Array.from([0x11, 0x90]),
  };
  for (let index = 0; index < 200; index += 1) {
    const data = new Uint8Array(100 + ((index * 37) % 200)).fill(index);
    const packet = new EncodedPacket(data, 'key', (index * 1024) / 48_000, 1024 / 48_000);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/**
 * Writes all samples of a track as one fragment by the media library. The tests compare `fragmentOf` with the result.
 */
async function written(track: InputTrack | null): Promise<Buffer> {
  if (!track) throw new Error('The fixture has no such track.');
  const bytes: Uint8Array[] = [];
  const format = new Mp4OutputFormat({
    fastStart: 'fragmented',
    minimumFragmentDuration: Number.MAX_SAFE_INTEGER,
    onFtyp: (data) => bytes.push(data.slice()),
    onMoov: (data) => bytes.push(data.slice()),
    onMoof: (data) => bytes.push(data.slice()),
    onMdat: (data) => bytes.push(data.slice()),
  });
  const output = new Output({ format, target: new NullTarget() });
  let add: (packet: EncodedPacket) => Promise<void>;
  if (track.isVideoTrack()) {
    const source = new EncodedVideoPacketSource('avc');
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
    output.addVideoTrack(source);
    add = (packet) => source.add(packet, { decoderConfig });
  } else if (track.isAudioTrack()) {
    const source = new EncodedAudioPacketSource('aac');
    const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
    output.addAudioTrack(source);
    add = (packet) => source.add(packet, { decoderConfig });
  } else throw new Error('The fixture has another track.');
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await add(packet.clone({ timestamp: packet.timestamp + shiftSec }));
  }
  await output.finalize();
  return Buffer.concat(bytes);
}

it.each(['video', 'audio'] as const)('a fragment of %s has the bytes that the library writes', async (kind) => {
  const file = kind === 'video' ? video : await audioFile();
  const getRange = async (_key: string, start: number, end: number) => {
    return { body: new Blob([file.subarray(start, end + 1)]).stream() };
  };
  const store = { getRange } as unknown as ObjectStore;
  const source = { store, transfers: await createTransfers(createMetrics('api')) };
  const movie = { key: 'segments/a/film.mp4', sizeBytes: file.length };
  const opened = await (kind === 'video' ? openVideoTrack : openAudioTrack)(source, owner, movie);
  const packets = opened.packets.packets(undefined, undefined, { metadataOnly: true });
  const { init, media } = await fragmentOf(opened, packets, { shiftSec });
  const stored = media.map((part) => (Buffer.isBuffer(part) ? part : file.subarray(part.start, part.end + 1)));
  const input = new Input({ formats: [MP4], source: new BufferSource(file) });
  const track = await (kind === 'video' ? input.getPrimaryVideoTrack() : input.getPrimaryAudioTrack());
  const expected = await written(track);
  expect(Buffer.concat([init, ...stored]).equals(expected)).toBe(true);
  // The samples follow on one another in the file: one read.
  expect(media.map((part) => Buffer.isBuffer(part))).toEqual([true, false]);
});
