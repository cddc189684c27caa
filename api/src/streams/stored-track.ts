import { CustomSource, EncodedPacketSink, Input, type InputAudioTrack, type InputVideoTrack, MP4 } from 'mediabunny';
import { type PieceSource, readStored } from '../files/read-in-pieces.ts';
import type { TurnOwner } from '../turns/account-turns.ts';

/** Positions of a track's samples in its file. */
interface SamplePlaces {
  /** Returns the offset of the first byte of sample `index` in the file. Throws `RangeError` for an unknown sample. */
  startOf(index: number): number;
  /** Returns the size of sample `index`, in bytes. */
  sizeOf(index: number): number;
}

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

/** Reads the `moov` box of a file, which describes its tracks and samples. Throws an `Error` when there is none. */
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

/**
 * Reads the sample tables of one track (`stsz`, `stsc`, `stco` or `co64`; ISO 14496-12, 8.7).
 * `movie` is the complete `moov` box. These tables are needed because the library that reads packets does not report
 * their positions. Throws `RangeError` for a missing track, and for tables that do not match.
 */
function samplePlaces(movie: Buffer, trackId: number): SamplePlaces {
  const track = children(movie, 'trak').find((box) => idOf(child(box, 'tkhd')) === trackId);
  if (!track) throw new RangeError(`The file has no track ${trackId}.`);
  const table = ['mdia', 'minf', 'stbl'].reduce(child, track);
  const sizes = child(table, 'stsz');
  const count = sizes.readUInt32BE(16);
  const equalSize = sizes.readUInt32BE(12);
  const sizeOf = (index: number) => (equalSize > 0 ? equalSize : sizes.readUInt32BE(20 + 4 * index));
  const chunks = chunkStarts(table);
  const firstSamples = samplesBefore(child(table, 'stsc'), chunks.length);
  if ((firstSamples.at(-1) ?? 0) < count)
    throw new RangeError(`The chunks of track ${trackId} contain fewer than ${count} samples.`);
  return {
    sizeOf,
    startOf(index) {
      if (!(index >= 0 && index < count)) throw new RangeError(`Track ${trackId} has no sample ${index}.`);
      const chunk = lastNotAbove(firstSamples, index);
      let start = chunks[chunk] ?? 0;
      for (let before = firstSamples[chunk] ?? 0; before < index; before += 1) start += sizeOf(before);
      return start;
    },
  };
}

function chunkStarts(table: Buffer): number[] {
  const [short] = children(table, 'stco');
  if (short) return Array.from({ length: short.readUInt32BE(12) }, (_, index) => short.readUInt32BE(16 + 4 * index));
  const long = child(table, 'co64');
  return Array.from({ length: long.readUInt32BE(12) }, (_, index) => Number(long.readBigUInt64BE(16 + 8 * index)));
}

/** Returns the number of samples before each chunk of the file; the last value is the total number of samples. */
function samplesBefore(runs: Buffer, chunkCount: number): number[] {
  const runCount = runs.readUInt32BE(12);
  const before = [0];
  for (let run = 0; run < runCount; run += 1) {
    const nextFirst = run + 1 < runCount ? runs.readUInt32BE(16 + 12 * (run + 1)) : chunkCount + 1;
    const samples = runs.readUInt32BE(20 + 12 * run);
    while (before.length < Math.min(nextFirst, chunkCount + 1)) before.push((before.at(-1) ?? 0) + samples);
  }
  return before;
}

function lastNotAbove(ascending: readonly number[], value: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((ascending[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

function idOf(header: Buffer): number {
  // Version 1 of the box has 64-bit times before the id.
  return header.readUInt32BE(header[8] === 1 ? 28 : 20);
}

function child(box: Buffer, name: string): Buffer {
  const [found] = children(box, name);
  if (!found) throw new RangeError(`The MP4 box ${name} is missing.`);
  return found;
}

function children(box: Buffer, name: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 8 <= box.length; ) {
    const size = box.readUInt32BE(at);
    if (size < 8 || at + size > box.length) break;
    if (box.toString('latin1', at + 4, at + 8) === name) found.push(box.subarray(at, at + size));
    at += size;
  }
  return found;
}
