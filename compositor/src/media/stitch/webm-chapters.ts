import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { FramemillError, type TextCue } from '@framemill/timeline/rendering';
import { readRange } from './movie-boxes.ts';

/** Element IDs of EBML and Matroska (RFC 8794, RFC 9559), in hexadecimal. */
const id = {
  void: 'ec',
  crc: 'bf',
  segment: '18538067',
  seekHead: '114d9b74',
  seek: '4dbb',
  seekId: '53ab',
  seekPosition: '53ac',
  cluster: '1f43b675',
  chapters: '1043a770',
  edition: '45b9',
  atom: 'b6',
  uid: '73c4',
  timeStart: '91',
  timeEnd: '92',
  display: '80',
  string: '85',
  language: '437c',
};
/** Maximum size of an element's header: an id of four bytes and a length of eight. */
const LONGEST_HEAD = 12;

interface Element {
  id: string;
  start: number;
  contentStart: number;
  end: number;
}

/** Encodes the `Chapters` element of a WebM file. Its times are nanoseconds. */
export function chaptersElement(chapters: readonly TextCue[]): Buffer {
  const atoms = chapters.map(({ startSec, endSec, text }, index) =>
    element(
      id.atom,
      element(id.uid, uint(index + 1)),
      element(id.timeStart, uint(nanoseconds(startSec))),
      element(id.timeEnd, uint(nanoseconds(endSec))),
      element(id.display, element(id.string, Buffer.from(text)), element(id.language, Buffer.from('und'))),
    ),
  );
  return element(id.chapters, element(id.edition, ...atoms));
}

/**
 * Overwrites the void element that the muxer reserved before the media with `chapters`, which has the same length, and
 * adds an entry for it to the `SeekHead`. No other data moves. Throws `internal_error` when there is no such void
 * element.
 */
export function placeChapters(path: string, chapters: Buffer): void {
  const file = openSync(path, 'r+');
  try {
    const { contentStart, parts } = partsOf(file, statSync(path).size);
    const place = parts.findLast(({ id: name, start, end }) => name === id.void && end - start === chapters.length);
    if (!place) {
      const message =
        `${basename(path)} has no reserved space for its chapters. Mux the file with the option ` +
        `metadata_header_padding=${chapters.length}.`;
      throw new FramemillError('internal_error', message);
    }
    writeSync(file, chapters, 0, chapters.length, place.start);
    nameInIndex(file, parts, place.start - contentStart);
  } finally {
    closeSync(file);
  }
}

/**
 * Adds an entry to the `SeekHead`, which is followed by a void element for more entries. Adds nothing when the space
 * does not suffice; players find the chapters anyway.
 */
function nameInIndex(file: number, parts: readonly Element[], position: number): void {
  const place = parts.findIndex(({ id: name }) => name === id.seekHead);
  const [index, room] = parts.slice(place, place + 2);
  if (place < 0 || index === undefined || room?.id !== id.void) return;
  const content = readRange(file, index.contentStart, index.end);
  // The old checksum would be wrong, and a checksum is optional.
  const entries = content.toString('hex', 0, 1) === id.crc ? content.subarray(6) : content;
  const own = element(
    id.seek,
    element(id.seekId, Buffer.from(id.chapters, 'hex')),
    element(id.seekPosition, uint(position)),
  );
  const grown = element(id.seekHead, entries, own);
  const left = room.end - index.start - grown.length;
  if (left < 2) return;
  writeSync(file, Buffer.concat([grown, emptyElement(left)]), 0, room.end - index.start, index.start);
}

/** Reads the elements of the segment before its first cluster. */
function partsOf(file: number, size: number): { contentStart: number; parts: Element[] } {
  const parts: Element[] = [];
  let contentStart = 0;
  for (let at = 0; at < size; ) {
    const found = elementAt(file, at, size);
    if (found.id === id.cluster) break;
    if (found.id === id.segment) contentStart = found.contentStart;
    else parts.push(found);
    at = found.id === id.segment ? found.contentStart : found.end;
  }
  return { contentStart, parts };
}

function elementAt(file: number, start: number, size: number): Element {
  const head = readRange(file, start, Math.min(size, start + LONGEST_HEAD));
  const idLength = lengthOf(head[0] ?? 0);
  const sizeLength = lengthOf(head[idLength] ?? 0);
  let content = BigInt((head[idLength] ?? 0) & (0xff >> sizeLength));
  for (const byte of head.subarray(idLength + 1, idLength + sizeLength)) content = content * 256n + BigInt(byte);
  const contentStart = start + idLength + sizeLength;
  return { id: head.toString('hex', 0, idLength), start, contentStart, end: contentStart + Number(content) };
}

/** Returns the size in bytes of a variable-length number, by its first byte. */
function lengthOf(first: number): number {
  return Math.clz32(first) - 23;
}

function element(name: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  let width = 1;
  // A length with all bits set means "unknown".
  while (content.length >= 2 ** (7 * width) - 1) width += 1;
  return Buffer.concat([Buffer.from(name, 'hex'), lengthBytes(content.length, width), content]);
}

/** Encodes a void element of `total` bytes, 2 or more. */
function emptyElement(total: number): Buffer {
  const width = total < 10 ? 1 : 8;
  const content = total - 1 - width;
  return Buffer.concat([Buffer.from(id.void, 'hex'), lengthBytes(content, width), Buffer.alloc(content)]);
}

function lengthBytes(length: number, width: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(length) + (1n << BigInt(7 * width)));
  return bytes.subarray(8 - width);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(first < 0 ? 7 : first);
}

function nanoseconds(seconds: number): number {
  return Math.round(seconds * 1e9);
}
