import { FramemillError } from '@framemill/timeline/rendering';
import { FONT_MAX_BYTES, fontFormat } from '../formats/upload-formats.ts';
import { readWoff2 } from './read-woff2.ts';
import { byteReader, FontFault, type FontTable, writeSfnt } from './sfnt.ts';

/**
 * Decompresses data. Throws when the data is damaged. When the result is larger than `maxBytes` bytes, it throws or
 * returns only the first of them.
 */
type Decompress = (data: Uint8Array, maxBytes: number) => Uint8Array;

/** Decompression of the two packed font formats. */
export interface Decompressors {
  /** Decompresses zlib data, which WOFF contains. */
  readonly inflate: Decompress;
  /** Decompresses Brotli data, which WOFF2 contains. */
  readonly brotli: Decompress;
}

/**
 * Returns a font file as bytes for the text engine: TTF and OTF unchanged, WOFF and WOFF2 unpacked. At most 30 MB,
 * packed or unpacked. Throws `invalid_request` for a file that is not a font, damaged or too large.
 */
export function unpackFont(data: Uint8Array, { inflate, brotli }: Decompressors): Uint8Array {
  const format = fontFormat(data);
  if (format === null) throw unreadable('is not a font. Use TTF, OTF, WOFF or WOFF2');
  if (data.length > FONT_MAX_BYTES) throw fontTooLarge(data.length);
  if (format === 'ttf' || format === 'otf') return data;
  try {
    return format === 'woff' ? readWoff(data, FONT_MAX_BYTES, inflate) : readWoff2(data, FONT_MAX_BYTES, brotli);
  } catch (cause) {
    const fault = cause instanceof FontFault ? cause.message : 'its data is damaged';
    throw unreadable(
      `is a font that cannot be unpacked (${fault}). Export it again, or upload it as TTF or OTF`,
      cause,
    );
  }
}

/** Creates the error for a font file that is too large. `sizeBytes` is its size. */
export function fontTooLarge(sizeBytes: number): FramemillError {
  const [size, most] = [(sizeBytes / 1e6).toFixed(1), FONT_MAX_BYTES / 1e6];
  return unreadable(`is a font of ${size} MB, but at most ${most} MB are allowed. Remove unused glyphs`);
}

function unreadable(what: string, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', `This file ${what}.`, {}, { cause });
}

/**
 * Unpacks a WOFF file (W3C WOFF 1.0) into TTF or OTF bytes. Throws `FontFault` or an error of `inflate` when the file
 * is damaged or its unpacked size exceeds `maxBytes`.
 */
function readWoff(data: Uint8Array, maxBytes: number, inflate: Decompress): Uint8Array {
  const reader = byteReader(data);
  reader.bytes(4);
  const flavor = reader.uint32();
  reader.bytes(4);
  const count = reader.uint16();
  reader.bytes(44 - 14);
  let left = maxBytes;
  const tables = Array.from({ length: count }, (): FontTable => {
    const tag = String.fromCharCode(...reader.bytes(4));
    const [offset, packedLength, length] = [reader.uint32(), reader.uint32(), reader.uint32()];
    reader.bytes(4);
    left -= length;
    if (left < 0) throw new FontFault(`it unpacks to more than ${maxBytes} bytes`);
    const packed = byteReader(data.subarray(offset)).bytes(packedLength);
    const table = packedLength < length ? inflate(packed, length) : packed;
    if (table.length !== length) throw new FontFault(`table ${tag} has ${table.length} bytes instead of ${length}`);
    return { tag, data: table };
  });
  return writeSfnt(flavor, tables);
}
