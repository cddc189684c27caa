/** Bytes that grow, with the number and name forms of WebAssembly's binary format. */
export interface ByteWriter {
  bytes(values: Uint8Array | readonly number[]): ByteWriter;
  /** LEB128. */
  unsigned(value: number): ByteWriter;
  name(text: string): ByteWriter;
  length(): number;
  /** What was written; the writer must not be used afterwards. */
  done(): Uint8Array<ArrayBuffer>;
}

/** A writer with room for `capacity` bytes; it grows when they do not suffice. */
export function createByteWriter(capacity: number): ByteWriter {
  let data = new Uint8Array(Math.max(16, capacity));
  let used = 0;
  const writer: ByteWriter = {
    bytes: (values) => {
      if (used + values.length > data.length) {
        const larger = new Uint8Array((used + values.length) * 2);
        larger.set(data.subarray(0, used));
        data = larger;
      }
      data.set(values, used);
      used += values.length;
      return writer;
    },
    unsigned: (value) => {
      const encoded: number[] = [];
      let left = value;
      do {
        encoded.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
        left >>>= 7;
      } while (left > 0);
      return writer.bytes(encoded);
    },
    name: (text) => {
      const encoded = new TextEncoder().encode(text);
      return writer.unsigned(encoded.length).bytes(encoded);
    },
    length: () => used,
    done: () => data.subarray(0, used),
  };
  return writer;
}
