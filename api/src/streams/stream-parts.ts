import { readDecoderConfig } from '@framemill/compositor/formats';
import type { EncodedPacket, EncodedPacketSink, InputAudioTrack } from 'mediabunny';
import { lengthOf, type PieceSource } from '../files/read-in-pieces.ts';
import { createFairLimit, type TurnOwner } from '../turns/account-turns.ts';
import { createSharedReads } from '../turns/shared-reads.ts';
import { type Fragment, fragmentOf } from './fragment.ts';
import { openAudioTrack, openVideoTrack, type StoredMovie, type StoredTrack } from './stored-track.ts';
import type { StreamState } from './stream-state.ts';

/** Number of samples in an AAC packet, and in the encoder delay before the audio. */
const packetSamples = 1024;
const sampleRate = 48_000;
/**
 * Offset of all timestamps of a stream, in seconds. It moves the encoder delay to time 0 and keeps the tracks in sync.
 */
const shiftSec = packetSamples / sampleRate;

/**
 * Maximum number of fragments whose description (header bytes and positions of the media bytes) is built concurrently.
 */
const AT_ONCE = 4;
/** Time for which an unused fragment description, or an unused index of an audio mix, stays cached, in ms. */
const KEPT_MS = 60_000;
/** Maximum total size of cached fragment descriptions, in bytes. One description has 1 to 10 kB. */
const MOST_FRAGMENT_BYTES = 8_388_608;
/**
 * Maximum total size of the cached indexes of audio mixes, in bytes, measured by their size in the file. The index of
 * an hour of audio has 0.7 MB, and its parsed form takes ten times as much memory.
 */
const MOST_INDEX_BYTES = 4_194_304;

/** Fragment of the video, with its codec string for playlists. */
export interface VideoPart extends Fragment {
  readonly codec: string;
}

/**
 * Source of the CMAF fragments that streams consist of. The headers of fragments and the positions of their samples are
 * cached and shared by all readers.
 */
export interface StreamParts {
  /** Returns the video of segment `index` as CMAF. Throws `RangeError` for a segment that does not exist. */
  video(state: StreamState, index: number, owner: TurnOwner): Promise<VideoPart>;
  /**
   * Returns the audio of segment `index`: the packets that begin within it.
   * The first segment also has the packets of the encoder delay. Throws `RangeError` for a segment without audio.
   */
  audio(state: StreamState, index: number, owner: TurnOwner): Promise<Fragment>;
}

/** Creates the source of stream fragments for one process. The stored files are read from `source`. */
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
      if (!segment || audio === null) throw new RangeError(`There is no audio for segment ${index}.`);
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
  // Some players (such as FFmpeg) use only the first initialisation segment of a playlist, so key frames repeat the
  // parameter sets.
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

// Tolerance in seconds, because times are sums of fractions.
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

/**
 * Returns the parameter sets of an `avcC` record (H.264 decoder configuration) as packet data, each preceded by its
 * length. The record states how many bytes such a length has. Throws `RangeError` when the bytes are not an `avcC`
 * record.
 */
function parameterSetsOf(record: Uint8Array): Buffer {
  const config = readDecoderConfig(record);
  if (config === null) throw new RangeError('The decoder configuration (avcC) is damaged.');
  const { lengthBytes, sequenceSets, pictureSets } = config;
  return Buffer.concat(
    [...sequenceSets, ...pictureSets].flatMap((set) => {
      const length = Buffer.alloc(lengthBytes);
      length.writeUIntBE(set.length, 0, lengthBytes);
      return [length, set];
    }),
  );
}
