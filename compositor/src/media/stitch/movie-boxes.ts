import { closeSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError, type TextCue } from '@framemill/timeline/rendering';

/**
 * Returns the byte range of the index (`moov`) of an open MP4 or MOV. Throws `internal_error` when it is not in front
 * of the media data.
 */
function findMovie(file: number, path: string): { start: number; end: number } {
  const { size } = statSync(path);
  for (let at = 0; at + 8 <= size; ) {
    const head = readRange(file, at, Math.min(size, at + 16));
    const name = head.toString('latin1', 4, 8);
    const length = head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    if (name === 'moov') return { start: at, end: at + length };
    if (length < 8 || name === 'mdat') break;
    at += length;
  }
  const message =
    `The index (moov) of ${basename(path)} must come before its media data, but does not. Mux the file with the ` +
    'option movflags=+faststart.';
  throw new FramemillError('internal_error', message);
}

/** Maximum number of chapters in a file, and of bytes in a title: the `chpl` box stores both numbers in one byte. */
const MOST = 255;
const PIECE = 4 << 20;

/**
 * Adds chapters to an MP4 or MOV whose index comes first, as the `chpl` box that players and ffmpeg read. Rewrites the
 * file, because the codec library cannot write this box. Chapters after the 255th are dropped.
 */
export function addChapters(path: string, chapters: readonly TextCue[]): void {
  if (chapters.length === 0) return;
  const file = openSync(path, 'r');
  const part = `${path}.chapters`;
  try {
    const { start, end } = findMovie(file, path);
    const movie = readRange(file, start, end);
    const box = boxOf('udta', boxOf('chpl', chapterList(chapters.slice(0, MOST))));
    const grown = Buffer.concat([movie, box]);
    grown.writeUInt32BE(grown.length, 0);
    moveChunks(grown, box.length);
    const out = openSync(part, 'w');
    copy(file, out, 0, start);
    writeSync(out, grown);
    copy(file, out, end, statSync(path).size);
    closeSync(out);
    renameSync(part, path);
  } finally {
    closeSync(file);
    rmSync(part, { force: true });
  }
}

function chapterList(chapters: readonly TextCue[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(1, 0);
  head.writeUInt8(chapters.length, 8);
  const entries = chapters.map(({ startSec, text }) => {
    let title = Buffer.from(text);
    // Never cut inside a character of several bytes.
    while (title.length > MOST) title = Buffer.from(title.toString('utf8', 0, MOST - 3).replace(/\ufffd$/, ''));
    const entry = Buffer.alloc(9);
    // In units of 100 ns.
    entry.writeBigUInt64BE(BigInt(Math.round(startSec * 1e7)), 0);
    entry.writeUInt8(title.length, 8);
    return Buffer.concat([entry, title]);
  });
  return Buffer.concat([head, ...entries]);
}

function boxOf(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Boxes that contain other boxes, on the path to the chunk offset tables. */
const holders = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

/** Adds `by` bytes to all entries of the chunk offset tables, to follow a shift of the media data. */
function moveChunks(boxes: Buffer, by: number): void {
  for (let at = 0; at + 8 <= boxes.length; ) {
    const length = boxes.readUInt32BE(at);
    const name = boxes.toString('latin1', at + 4, at + 8);
    if (length < 8 || at + length > boxes.length) return;
    if (holders.has(name)) moveChunks(boxes.subarray(at + 8, at + length), by);
    else if (name === 'stco') each(boxes, at, 4, (place) => boxes.writeUInt32BE(boxes.readUInt32BE(place) + by, place));
    else if (name === 'co64')
      each(boxes, at, 8, (place) => boxes.writeBigUInt64BE(boxes.readBigUInt64BE(place) + BigInt(by), place));
    at += length;
  }
}

function each(boxes: Buffer, table: number, size: number, move: (place: number) => void): void {
  const count = boxes.readUInt32BE(table + 12);
  for (let index = 0; index < count; index += 1) move(table + 16 + index * size);
}

function copy(from: number, to: number, start: number, end: number): void {
  for (let at = start; at < end; at += PIECE) writeSync(to, readRange(from, at, Math.min(end, at + PIECE)));
}

const CODING = 'Apple ProRes 4444';

/**
 * Writes the vendor code `appl` and the name of the codec into the video sample description of a MOV, as QuickTime
 * does. The codec library's muxer always writes its own vendor code (`FFMP`) and no codec name. The vendor code inside
 * ProRes frames (`apl0`) is not changed. Does nothing unless the file has a ProRes 4444 sample description of that
 * muxer.
 */
export function nameVendor(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { start, end } = findMovie(file, path);
    const movie = readRange(file, start, end);
    const entry = movie.indexOf('ap4h', 0, 'latin1');
    // The sample description of QuickTime: 4 letters, 6 reserved bytes, index, version, revision, vendor; 30 bytes
    // later, the length of a name and its 31 letters.
    if (entry < 0 || movie.toString('latin1', entry + 16, entry + 20) !== 'FFMP') return;
    writeSync(file, Buffer.from('appl'), 0, 4, start + entry + 16);
    const name = Buffer.alloc(32);
    name.writeUInt8(name.write(CODING, 1, 'latin1'));
    writeSync(file, name, 0, name.length, start + entry + 46);
  } finally {
    closeSync(file);
  }
}

/** Reads the bytes [start, end) of an open file. */
export function readRange(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  readSync(file, bytes, 0, bytes.length, start);
  return bytes;
}
