import { inflateSync } from 'node:zlib';
import { byteReader } from './byte-reader.ts';
import { FontFault } from './font-fault.ts';
import { type FontTable, writeSfnt } from './sfnt.ts';

/**
 * Unpacks a WOFF file (W3C WOFF 1.0) into TTF or OTF bytes. Throws `FontFault` or zlib's error for a damaged file and
 * for one of more than `maxBytes` unpacked.
 */
export function readWoff(data: Uint8Array, maxBytes: number): Uint8Array {
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
    const table = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
    if (table.length !== length) throw new FontFault(`table ${tag} has ${table.length} bytes instead of ${length}`);
    return { tag, data: table };
  });
  return writeSfnt(flavor, tables);
}
