import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@framemill/infra';
import { BufferSource, CustomSource, type EncodedPacket, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { type Fragment, fragmentOf } from './fragment.ts';
import { parameterSetsOf } from './parameter-sets.ts';
import type { StreamState } from './stream-state.ts';

/** Samples of an AAC packet, and of what the encoder puts before the sound. */
const packetSamples = 1024;
const sampleRate = 48_000;
/** All of a stream is this much later than the film: what stands before the sound is then at 0, and both tracks stay together. */
const shiftSec = packetSamples / sampleRate;

/** The pictures of segment `index` as CMAF, and how a player names their codec. */
export async function videoPart(
  store: ObjectStore,
  state: StreamState,
  index: number,
): Promise<Fragment & { codec: string }> {
  const segment = state.segments[index];
  if (!segment) throw new RangeError(`There is no segment ${index}.`);
  const bytes = await buffer((await store.get(segment.objectKey)).body);
  const input = new Input({ formats: [MP4], source: new BufferSource(bytes) });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error(`Segment ${index} has no pictures.`);
  const packets = new EncodedPacketSink(track).packets();
  const setup = state.isMixed ? (await track.getDecoderConfig())?.description : undefined;
  const fragment = await fragmentOf(track, setup ? withSetup(packets, setup) : packets, segment.startSec + shiftSec);
  return { ...fragment, codec: (await track.getCodecParameterString()) ?? 'avc1.640028' };
}

// Not every player reads what a playlist says a decoder needs from here on (FFmpeg keeps the first): the key frame says it again.
async function* withSetup(
  packets: AsyncIterable<EncodedPacket>,
  record: ArrayBufferLike | ArrayBufferView,
): AsyncGenerator<EncodedPacket> {
  let isFirst = true;
  for await (const packet of packets) {
    yield isFirst ? packet.clone({ data: Buffer.concat([parameterSetsOf(bytesOf(record)), packet.data]) }) : packet;
    isFirst = false;
  }
}

function bytesOf(source: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** The sound that goes with segment `index`: packets that begin within it, those of the encoder's lead with the first. */
export async function audioPart(
  store: ObjectStore,
  { segments, audioKey }: StreamState,
  index: number,
): Promise<Fragment> {
  const segment = segments[index];
  if (!segment || audioKey === null) throw new RangeError(`There is no sound ${index}.`);
  const input = new Input({ formats: [MP4], source: storedFile(store, audioKey) });
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('The mix has no sound.');
  const from = index === 0 ? Number.NEGATIVE_INFINITY : segment.startSec;
  const sink = new EncodedPacketSink(track);
  return fragmentOf(track, within(sink, from, segment.startSec + segment.durationSec), shiftSec);
}

// A hair, because times are sums of fractions.
const slackSec = 1e-6;

async function* within(sink: EncodedPacketSink, from: number, until: number): AsyncGenerator<EncodedPacket> {
  const first = Number.isFinite(from) ? await sink.getPacket(from) : await sink.getFirstPacket();
  for (let packet = first; packet && packet.timestamp < until - slackSec; packet = await sink.getNextPacket(packet)) {
    if (packet.timestamp >= from - slackSec) yield packet;
  }
}

/** Reads a file of the store piece by piece: of a long mix only what is asked for. */
function storedFile(store: ObjectStore, key: string): CustomSource {
  return new CustomSource({
    getSize: async () => (await store.head(key))?.sizeBytes ?? 0,
    read: async (start, end) => buffer((await store.getRange(key, start, end - 1)).body),
  });
}
