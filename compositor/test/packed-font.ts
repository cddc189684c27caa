import { brotliCompressSync, deflateSync } from 'node:zlib';
import { bundledFonts } from '../src/fonts/bundled-fonts.ts';
import { fontPaths } from '../src/fonts/font-files.ts';

/** Returns the path of a bundled font. */
export function bundledFont(family: string, weight: number, italic = false): string {
  const index = bundledFonts.findIndex(
    (font) => font.family === family && font.weight === weight && font.italic === italic,
  );
  const path = fontPaths()[index];
  if (path === undefined) throw new Error(`There is no bundled ${family} ${weight}.`);
  return path;
}

interface Table {
  tag: string;
  data: Buffer;
}

function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + index * 16;
    const [offset, length] = [font.readUInt32BE(entry + 8), font.readUInt32BE(entry + 12)];
    return { tag: font.toString('latin1', entry, entry + 4), data: font.subarray(offset, offset + length) };
  });
}

const numbers = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4);
  return bytes;
};

const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc(-data.length & 3)]);

/** Converts a TTF font to WOFF. */
export function woff(font: Buffer): Buffer {
  const tables = tablesOf(font);
  const packed: Buffer[] = tables.map(({ data }) => deflateSync(data));
  const directory: Buffer[] = [];
  let offset = 44 + tables.length * 20;
  for (const [index, { tag, data }] of tables.entries()) {
    const smaller = Math.min(packed[index]?.length ?? 0, data.length);
    packed[index] = padded(smaller === data.length ? data : (packed[index] ?? data));
    directory.push(Buffer.from(tag, 'latin1'), numbers(offset, smaller, data.length, 0));
    offset += Math.ceil(smaller / 4) * 4;
  }
  const head = Buffer.alloc(44);
  head.write('wOFF', 'latin1');
  font.copy(head, 4, 0, 4);
  head.writeUInt32BE(offset, 8);
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(font.length, 16);
  return Buffer.concat([head, ...directory, ...packed]);
}

/**
 * Converts a TTF font to WOFF2. `transformed`: whether the glyph tables are stored in the transformed form of WOFF2.
 */
export function woff2(font: Buffer, transformed = true): Buffer {
  const tables = tablesOf(font);
  const glyphs = transformed ? transformedGlyphs(tables) : null;
  const stored = tables.map(({ tag, data }) => {
    const instead = { glyf: glyphs?.glyf, loca: glyphs && Buffer.alloc(0), hmtx: glyphs?.hmtx }[tag];
    const version = tag === 'glyf' || tag === 'loca' ? (transformed ? 0 : 3) : instead ? 1 : 0;
    const lengths = [base128(data.length), ...(instead ? [base128(instead.length)] : [])];
    const entry = Buffer.concat([Buffer.of((version << 6) | 63), Buffer.from(tag, 'latin1'), ...lengths]);
    return { entry, data: instead ?? data };
  });
  const packed = brotliCompressSync(Buffer.concat(stored.map(({ data }) => data)), { params: { 1: 4 } });
  const head = Buffer.alloc(48);
  head.write('wOF2', 'latin1');
  font.copy(head, 4, 0, 4);
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(font.length, 16);
  head.writeUInt32BE(packed.length, 20);
  const file = padded(Buffer.concat([head, ...stored.map(({ entry }) => entry), packed]));
  file.writeUInt32BE(file.length, 8);
  return file;
}

function base128(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

const shortNumber = (value: number) =>
  value < 253 ? Buffer.of(value) : value < 506 ? Buffer.of(255, value - 253) : Buffer.of(253, value >> 8, value & 255);

/**
 * Transforms the glyph tables as WOFF2 stores them, with every number in its longest form. `readGlyphs` reverses this.
 * Both follow W3C WOFF 2.0, 5.1.
 */
function transformedGlyphs(tables: readonly Table[]): { glyf: Buffer; hmtx: Buffer } {
  const table = (tag: string) => tables.find((one) => one.tag === tag)?.data ?? Buffer.alloc(0);
  const [glyf, loca, hmtx] = [table('glyf'), table('loca'), table('hmtx')];
  const count = table('maxp').readUInt16BE(4);
  const isLong = table('head').readInt16BE(50) === 1;
  const offset = (index: number) => (isLong ? loca.readUInt32BE(index * 4) : loca.readUInt16BE(index * 2) * 2);
  const streams: Buffer[][] = Array.from({ length: 7 }, () => []);
  const [contours, points, flags, steps, composites, boxes, instructions] = streams;
  const boxed = Buffer.alloc(Math.ceil(count / 32) * 4);
  const lefts: number[] = [];
  for (let index = 0; index < count; index++) {
    const glyph = glyf.subarray(offset(index), offset(index + 1));
    lefts.push(glyph.length > 0 ? glyph.readInt16BE(2) : 0);
    contours?.push(glyph.length > 0 ? glyph.subarray(0, 2) : Buffer.of(0, 0));
    if (glyph.length === 0) continue;
    const parts = glyph.readInt16BE(0) < 0 ? compositeParts(glyph) : simpleParts(glyph);
    // Boxes of every second glyph are left out where they may be: they are those of its points.
    if (parts.composite || index % 2 === 0) {
      boxes?.push(glyph.subarray(2, 10));
      boxed[index >> 3] = (boxed[index >> 3] ?? 0) | (0x80 >> (index & 7));
    }
    points?.push(...parts.points);
    flags?.push(parts.flags);
    steps?.push(parts.steps, ...(parts.instructions ? [shortNumber(parts.instructions.length)] : []));
    if (parts.composite) composites?.push(parts.composite);
    if (parts.instructions) instructions?.push(parts.instructions);
  }
  boxes?.unshift(boxed);
  const joined = streams.map((stream) => Buffer.concat(stream));
  const head = Buffer.alloc(8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(isLong ? 1 : 0, 6);
  const wide = table('hhea').readUInt16BE(34);
  const bearings = lefts.map((_, index) =>
    hmtx.readInt16BE(index < wide ? index * 4 + 2 : wide * 4 + (index - wide) * 2),
  );
  if (bearings.some((bearing, index) => bearing !== lefts[index])) throw new Error('hmtx differs from the outlines.');
  const widths = Buffer.alloc(1 + wide * 2, 3);
  for (let index = 0; index < wide; index++) widths.writeUInt16BE(hmtx.readUInt16BE(index * 4), 1 + index * 2);
  return { glyf: Buffer.concat([head, numbers(...joined.map(({ length }) => length)), ...joined]), hmtx: widths };
}

interface Parts {
  points: Buffer[];
  flags: Buffer;
  steps: Buffer;
  composite?: Buffer;
  instructions?: Buffer;
}

function compositeParts(glyph: Buffer): Parts {
  let at = 10;
  let flags = 0x20;
  let all = 0;
  while (flags & 0x20) {
    flags = glyph.readUInt16BE(at);
    all |= flags;
    at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
  }
  const composite = glyph.subarray(10, at);
  const none = { points: [], flags: Buffer.alloc(0), steps: Buffer.alloc(0), composite };
  return all & 0x100 ? { ...none, instructions: glyph.subarray(at + 2, at + 2 + glyph.readUInt16BE(at)) } : none;
}

function simpleParts(glyph: Buffer): Parts {
  const contours = glyph.readInt16BE(0);
  const ends = Array.from({ length: contours }, (_, index) => glyph.readUInt16BE(10 + index * 2));
  const points = ends.map((end, index) => shortNumber(end - (ends[index - 1] ?? -1)));
  let at = 10 + contours * 2;
  const instructions = glyph.subarray(at + 2, at + 2 + glyph.readUInt16BE(at));
  at += 2 + instructions.length;
  const count = (ends.at(-1) ?? -1) + 1;
  const marks: number[] = [];
  while (marks.length < count) {
    const mark = glyph[at++] ?? 0;
    const repeats = mark & 8 ? (glyph[at++] ?? 0) : 0;
    for (let one = 0; one <= repeats; one++) marks.push(mark);
  }
  const read = (isShort: number, isSame: number) =>
    marks.map((mark) => {
      if (mark & isShort) return (mark & isSame ? 1 : -1) * (glyph[at++] ?? 0);
      if (mark & isSame) return 0;
      at += 2;
      return glyph.readInt16BE(at - 2);
    });
  const dx = read(2, 16);
  const dy = read(4, 32);
  const step = (x: number, y: number) =>
    Buffer.of(Math.abs(x) >> 8, Math.abs(x) & 255, Math.abs(y) >> 8, Math.abs(y) & 255);
  const flags = marks.map(
    (mark, index) => (mark & 1 ? 0 : 128) | 124 | ((dx[index] ?? 0) > 0 ? 1 : 0) | ((dy[index] ?? 0) > 0 ? 2 : 0),
  );
  const steps = Buffer.concat(marks.map((_, index) => step(dx[index] ?? 0, dy[index] ?? 0)));
  return { points, flags: Buffer.from(flags), steps, instructions };
}
