import { type ByteReader, byteReader, FontFault } from './sfnt.ts';

/** Glyph outlines in TrueType format. */
export interface Glyphs {
  readonly glyf: Uint8Array;
  /** Table "loca": the 32-bit offset of each glyph. */
  readonly loca: Uint8Array;
  /** Left edge of each glyph in font units; 0 for an empty glyph. */
  readonly lefts: readonly number[];
}

/** Data streams of a transformed table "glyf", each read sequentially. */
interface Streams {
  readonly contours: ByteReader;
  readonly points: ByteReader;
  readonly flags: ByteReader;
  readonly glyphs: ByteReader;
  readonly composites: ByteReader;
  readonly boxes: ByteReader;
  readonly instructions: ByteReader;
}

/** Maximum number of points of a glyph, because the number of its last point is stored in 16 bits. */
const MOST_POINTS = 0xffff;

const ON_CURVE = 0x01;
const OVERLAPS = 0x40;

/** Reverses WOFF2's transformation of the table "glyf" (W3C WOFF 2.0, 5.1). Throws `FontFault` when it is damaged. */
export function readGlyphs(data: Uint8Array): Glyphs {
  const reader = byteReader(data);
  reader.bytes(2);
  const hasOverlaps = (reader.uint16() & 1) !== 0;
  const count = reader.uint16();
  reader.bytes(2);
  const sizes = Array.from({ length: 7 }, () => reader.uint32());
  const [contours, points, flags, glyphs, composites, boxes, instructions] = sizes.map((size) => reader.part(size));
  if (!contours || !points || !flags || !glyphs || !composites || !boxes || !instructions)
    throw new FontFault('a stream of the glyph table is missing');
  const boxed = boxes.bytes(Math.ceil(count / 32) * 4);
  const overlapping = hasOverlaps ? reader.bytes(Math.ceil(count / 8)) : null;
  const streams: Streams = { contours, points, flags, glyphs, composites, boxes, instructions };
  const made = Array.from({ length: count }, (_, index) =>
    readGlyph(streams, isSet(boxed, index), overlapping !== null && isSet(overlapping, index)),
  );
  return { ...joined(made), lefts: made.map((glyph) => (glyph.length > 0 ? int16At(glyph, 2) : 0)) };
}

function isSet(bits: Uint8Array, index: number): boolean {
  return ((bits[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0;
}

function int16At(data: Uint8Array, at: number): number {
  return new DataView(data.buffer, data.byteOffset).getInt16(at);
}

function joined(glyphs: readonly Uint8Array[]): Pick<Glyphs, 'glyf' | 'loca'> {
  const loca = new DataView(new ArrayBuffer((glyphs.length + 1) * 4));
  let end = 0;
  for (const [index, glyph] of glyphs.entries()) {
    end += Math.ceil(glyph.length / 4) * 4;
    loca.setUint32((index + 1) * 4, end);
  }
  const glyf = new Uint8Array(end);
  for (const [index, glyph] of glyphs.entries()) glyf.set(glyph, loca.getUint32(index * 4));
  return { glyf, loca: new Uint8Array(loca.buffer) };
}

function readGlyph(streams: Streams, hasBox: boolean, overlaps: boolean): Uint8Array {
  const contours = streams.contours.int16();
  if (contours === 0) return new Uint8Array();
  return contours > 0 ? simpleGlyph(streams, contours, hasBox, overlaps) : compositeGlyph(streams);
}

interface Point {
  x: number;
  y: number;
  dx: number;
  dy: number;
  isOnCurve: boolean;
}

function simpleGlyph(streams: Streams, contours: number, hasBox: boolean, overlaps: boolean): Uint8Array {
  let last = -1;
  const ends = Array.from({ length: contours }, () => {
    last += shortNumber(streams.points);
    return last;
  });
  if (last > MOST_POINTS) throw new FontFault(`a glyph has ${last + 1} points`);
  const points = readPoints(streams, last + 1);
  const box = hasBox ? streams.boxes.bytes(8) : boxOf(points);
  const instructions = streams.instructions.bytes(shortNumber(streams.glyphs));
  const size = 10 + contours * 2 + 2 + instructions.length + points.length * 5;
  const glyph = new Uint8Array(size);
  const view = new DataView(glyph.buffer);
  view.setInt16(0, contours);
  glyph.set(box, 2);
  let at = 10;
  for (const end of ends) {
    view.setUint16(at, end);
    at += 2;
  }
  view.setUint16(at, instructions.length);
  glyph.set(instructions, at + 2);
  at += 2 + instructions.length;
  for (const [index, { isOnCurve, dx, dy }] of points.entries()) {
    glyph[at + index] = (isOnCurve ? ON_CURVE : 0) | (overlaps && index === 0 ? OVERLAPS : 0);
    view.setInt16(at + points.length + index * 2, dx);
    view.setInt16(at + points.length * 3 + index * 2, dy);
  }
  return glyph;
}

function readPoints({ flags, glyphs }: Streams, count: number): Point[] {
  let [x, y] = [0, 0];
  const all: Point[] = [];
  // Not allocated in advance: a damaged file may claim any number of points.
  for (let index = 0; index < count; index++) {
    const flag = flags.uint8();
    const [dx, dy] = step(flag & 0x7f, glyphs);
    x += dx;
    y += dy;
    all.push({ x, y, dx, dy, isOnCurve: flag < 128 });
  }
  return all;
}

/** Reads the offset of a point from the previous point. `flag` determines the number of bits and the signs. */
function step(flag: number, from: ByteReader): [number, number] {
  const first = (size: number) => (flag & 1 ? size : -size);
  const second = (size: number) => (flag & 2 ? size : -size);
  const b0 = from.uint8();
  if (flag < 10) return [0, first(((flag & 14) << 7) + b0)];
  if (flag < 20) return [first((((flag - 10) & 14) << 7) + b0), 0];
  if (flag < 84) {
    const high = flag - 20;
    return [first(1 + (high & 0x30) + (b0 >> 4)), second(1 + ((high & 0x0c) << 2) + (b0 & 0x0f))];
  }
  const b1 = from.uint8();
  if (flag < 120) {
    const high = flag - 84;
    return [first(1 + (Math.floor(high / 12) << 8) + b0), second(1 + (((high % 12) >> 2) << 8) + b1)];
  }
  const b2 = from.uint8();
  if (flag < 124) return [first((b0 << 4) + (b1 >> 4)), second(((b1 & 0x0f) << 8) + b2)];
  return [first((b0 << 8) + b1), second((b2 << 8) + from.uint8())];
}

function boxOf(points: readonly Point[]): Uint8Array {
  const box = { left: 0x7fff, bottom: 0x7fff, right: -0x8000, top: -0x8000 };
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x);
    box.bottom = Math.min(box.bottom, y);
    box.right = Math.max(box.right, x);
    box.top = Math.max(box.top, y);
  }
  const view = new DataView(new ArrayBuffer(8));
  if (points.length === 0) return new Uint8Array(view.buffer);
  for (const [index, edge] of [box.left, box.bottom, box.right, box.top].entries()) view.setInt16(index * 2, edge);
  return new Uint8Array(view.buffer);
}

/** Reads a composite glyph, which is stored unchanged apart from its box and instructions. */
function compositeGlyph({ composites, boxes, glyphs, instructions }: Streams): Uint8Array {
  const parts: Uint8Array[] = [];
  let hasInstructions = false;
  for (let more = true; more; ) {
    const flagBytes = composites.bytes(2);
    const flags = int16At(flagBytes, 0);
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    parts.push(flagBytes, composites.bytes(2 + (flags & 0x01 ? 4 : 2) + scale));
    hasInstructions ||= (flags & 0x100) !== 0;
    more = (flags & 0x20) !== 0;
  }
  const head = [Uint8Array.of(0xff, 0xff), boxes.bytes(8), ...parts];
  if (!hasInstructions) return concat(head);
  const length = shortNumber(glyphs);
  return concat([...head, Uint8Array.of(length >> 8, length & 0xff), instructions.bytes(length)]);
}

/** Reads a number of 0-65535 from one to three bytes ("255UInt16"). */
function shortNumber(reader: ByteReader): number {
  const code = reader.uint8();
  if (code === 253) return reader.uint16();
  if (code === 254) return 506 + reader.uint8();
  return code === 255 ? 253 + reader.uint8() : code;
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}
