/** Positions of a track's samples in its file. */
export interface SamplePlaces {
  /** Returns the offset of the first byte of sample `index` in the file. Throws `RangeError` for an unknown sample. */
  startOf(index: number): number;
  /** Returns the size of sample `index`, in bytes. */
  sizeOf(index: number): number;
}

/**
 * Reads the sample tables of one track (`stsz`, `stsc`, `stco` or `co64`; ISO 14496-12, 8.7).
 * `movie` is the complete `moov` box. These tables are needed because the library that reads packets does not report
 * their positions. Throws `RangeError` for a missing track, and for tables that do not match.
 */
export function samplePlaces(movie: Buffer, trackId: number): SamplePlaces {
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

/** Returns the number of samples before each chunk, and finally the total. */
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
