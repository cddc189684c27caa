import { FontFault } from './font-fault.ts';
/** Sequential reader of big-endian numbers. Throws `FontFault` beyond the end. */
export interface ByteReader {
  uint8(): number;
  uint16(): number;
  int16(): number;
  uint32(): number;
  /** Returns the next `length` bytes without copying. */
  bytes(length: number): Uint8Array;
  /** Returns a reader of the next `length` bytes and skips them. */
  part(length: number): ByteReader;
  /** Returns the number of bytes read so far. */
  position(): number;
}

/** Creates a reader at the first byte. */
export function byteReader(data: Uint8Array): ByteReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const passed = (length: number) => {
    const start = at;
    if (length > data.length - start)
      throw new FontFault(`${length} bytes at offset ${start} exceed the available ${data.length} bytes`);
    at += length;
    return start;
  };
  const bytes = (length: number) => {
    const start = passed(length);
    return data.subarray(start, start + length);
  };
  return {
    uint8: () => view.getUint8(passed(1)),
    uint16: () => view.getUint16(passed(2)),
    int16: () => view.getInt16(passed(2)),
    uint32: () => view.getUint32(passed(4)),
    bytes,
    part: (length) => byteReader(bytes(length)),
    position: () => at,
  };
}
