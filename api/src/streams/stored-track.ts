import { CustomSource, EncodedPacketSink, Input, type InputAudioTrack, type InputVideoTrack, MP4 } from 'mediabunny';
import { type PieceSource, readStored } from '../files/read-in-pieces.ts';
import type { TurnOwner } from '../turns/account-turns.ts';
import { type SamplePlaces, samplePlaces } from './sample-places.ts';

/** MP4 file in the object store. */
export interface StoredMovie {
  readonly key: string;
  readonly sizeBytes: number;
}

/** Track of a stored MP4: its packets without their data, and the positions of the data. */
export interface StoredTrack<Track> {
  readonly movie: StoredMovie;
  readonly track: Track;
  readonly packets: EncodedPacketSink;
  readonly places: SamplePlaces;
  /** Size of the file's `moov` box, in bytes. */
  readonly indexBytes: number;
}

/**
 * Opens the first video track of a file. Reads only the `moov` box.
 * Throws the errors of the store, and an `Error` for a file without video.
 */
export async function openVideoTrack(
  source: PieceSource,
  owner: TurnOwner,
  movie: StoredMovie,
): Promise<StoredTrack<InputVideoTrack>> {
  const track = await openInput(source, owner, movie).getPrimaryVideoTrack();
  if (!track) throw new Error(`The segment ${movie.key} has no video track.`);
  return withPlaces(source, owner, movie, track);
}

/**
 * Opens the first audio track of a file. Reads only the `moov` box.
 * Throws the errors of the store, and an `Error` for a file without audio.
 */
export async function openAudioTrack(
  source: PieceSource,
  owner: TurnOwner,
  movie: StoredMovie,
): Promise<StoredTrack<InputAudioTrack>> {
  const track = await openInput(source, owner, movie).getPrimaryAudioTrack();
  if (!track) throw new Error(`The audio mix ${movie.key} has no audio track.`);
  return withPlaces(source, owner, movie, track);
}

function openInput(source: PieceSource, owner: TurnOwner, { key, sizeBytes }: StoredMovie): Input {
  return new Input({
    formats: [MP4],
    source: new CustomSource({
      getSize: () => sizeBytes,
      read: (start, end) => readStored(source, owner, { key, sizeBytes, start, end: end - 1 }),
      // All readers share one cache of file pieces.
      maxCacheSize: 0,
    }),
  });
}

async function withPlaces<Track extends InputVideoTrack | InputAudioTrack>(
  source: PieceSource,
  owner: TurnOwner,
  movie: StoredMovie,
  track: Track,
): Promise<StoredTrack<Track>> {
  const index = await readIndex(source, owner, movie);
  const places = samplePlaces(index, track.id);
  return { movie, track, packets: new EncodedPacketSink(track), places, indexBytes: index.length };
}

/** Reads the `moov` box of a file. Throws an `Error` when there is none. */
async function readIndex(source: PieceSource, owner: TurnOwner, { key, sizeBytes }: StoredMovie): Promise<Buffer> {
  const read = (start: number, length: number) =>
    readStored(source, owner, { key, sizeBytes, start, end: Math.min(start + length, sizeBytes) - 1 });
  for (let at = 0; at + 8 <= sizeBytes; ) {
    const head = await read(at, 16);
    const short = head.readUInt32BE(0);
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (head.toString('latin1', 4, 8) === 'moov') return read(at, size);
    if (size < 8) break;
    at += size;
  }
  throw new Error(`The file ${key} has no index (moov box).`);
}
