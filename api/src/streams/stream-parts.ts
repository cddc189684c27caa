import type { EncodedPacket, EncodedPacketSink, InputAudioTrack } from 'mediabunny';
import { lengthOf, type PieceSource } from '../files/read-in-pieces.ts';
import type { TurnOwner } from '../turns/account-turns.ts';
import { createFairLimit } from '../turns/fair-limit.ts';
import { createSharedReads } from '../turns/shared-reads.ts';
import { type Fragment, fragmentOf } from './fragment.ts';
import { parameterSetsOf } from './parameter-sets.ts';
import { openAudioTrack, openVideoTrack, type StoredMovie, type StoredTrack } from './stored-track.ts';
import type { StreamState } from './stream-state.ts';

/** Samples of an AAC packet, and of what the encoder puts before the sound. */
const packetSamples = 1024;
const sampleRate = 48_000;
/** All of a stream is this much later than the film: what stands before the sound is then at 0, and both tracks stay together. */
const shiftSec = packetSamples / sampleRate;

/** Fragments that are described at once. */
const AT_ONCE = 4;
/** How long a description, and the index of a mix, are kept when nobody asks for them, in ms. */
const KEPT_MS = 60_000;
/** Bytes of descriptions that are kept. One has 1 to 10 kB. */
const MOST_FRAGMENT_BYTES = 8_388_608;
/** Bytes of indexes of mixes that are kept, as they are in files: an hour of audio has 0.7 MB, and ten times as much in memory. */
const MOST_INDEX_BYTES = 4_194_304;

/** Fragment of the video, and its codec as players name it. */
export interface VideoPart extends Fragment {
  readonly codec: string;
}

/** Fragments of streams, described once for all readers. */
export interface StreamParts {
  /** The video of segment `index` as CMAF. Throws RangeError for a segment that is not there. */
  video(state: StreamState, index: number, owner: TurnOwner): Promise<VideoPart>;
  /** The audio that goes with segment `index`: packets that begin within it, those of the encoder's lead with the first. */
  audio(state: StreamState, index: number, owner: TurnOwner): Promise<Fragment>;
}

/** Creates those of one process. */
export function createStreamParts(source: PieceSource): StreamParts {
  const limit = createFairLimit(AT_ONCE);
  const sizeOf = ({ init, media }: Fragment) => init.length + lengthOf(media.filter((part) => Buffer.isBuffer(part)));
  const options = { limit, mostSize: MOST_FRAGMENT_BYTES, sizeOf, keepMs: () => KEPT_MS };
  const videos = createSharedReads<VideoPart>(options);
  const audios = createSharedReads<Fragment>(options);
  const mixes = createSharedReads<StoredTrack<InputAudioTrack>>({
    ...{ limit: createFairLimit(AT_ONCE), mostSize: MOST_INDEX_BYTES },
    ...{ sizeOf: ({ indexBytes }) => indexBytes, keepMs: () => KEPT_MS },
  });
  return {
    async video({ segments, isMixed }, index, owner) {
      const segment = segments[index];
      if (!segment) throw new RangeError(`There is no segment ${index}.`);
      const movie = { key: segment.objectKey, sizeBytes: segment.sizeBytes };
      return videos.read(`${movie.key} ${segment.startSec} ${isMixed}`, owner, () =>
        videoPart(source, owner, movie, segment.startSec, isMixed),
      );
    },
    async audio({ segments, audio }, index, owner) {
      const segment = segments[index];
      if (!segment || audio === null) throw new RangeError(`There is no audio ${index}.`);
      const from = index === 0 ? Number.NEGATIVE_INFINITY : segment.startSec;
      const until = segment.startSec + segment.durationSec;
      return audios.read(`${audio.key} ${from} ${until}`, owner, async () => {
        const mix = await mixes.read(audio.key, owner, () => openAudioTrack(source, owner, audio));
        return fragmentOf(mix, within(mix.packets, from, until), { shiftSec });
      });
    },
  };
}

async function videoPart(
  source: PieceSource,
  owner: TurnOwner,
  movie: StoredMovie,
  startSec: number,
  isMixed: boolean,
): Promise<VideoPart> {
  const opened = await openVideoTrack(source, owner, movie);
  const { track, packets } = opened;
  // Not every player reads what a playlist says a decoder needs from here on (FFmpeg keeps the first): the key frame says it again.
  const setup = isMixed ? (await track.getDecoderConfig())?.description : undefined;
  const lead = setup ? { lead: parameterSetsOf(bytesOf(setup)) } : {};
  const all = packets.packets(undefined, undefined, { metadataOnly: true });
  const fragment = await fragmentOf(opened, all, { shiftSec: startSec + shiftSec, ...lead });
  return { ...fragment, codec: (await track.getCodecParameterString()) ?? 'avc1.640028' };
}

function bytesOf(source: ArrayBufferLike | ArrayBufferView): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

// A hair, because times are sums of fractions.
const slackSec = 1e-6;
const metadataOnly = { metadataOnly: true };

async function* within(sink: EncodedPacketSink, from: number, until: number): AsyncGenerator<EncodedPacket> {
  const first = Number.isFinite(from)
    ? await sink.getPacket(from, metadataOnly)
    : await sink.getFirstPacket(metadataOnly);
  for (
    let packet = first;
    packet && packet.timestamp < until - slackSec;
    packet = await sink.getNextPacket(packet, metadataOnly)
  ) {
    if (packet.timestamp >= from - slackSec) yield packet;
  }
}
