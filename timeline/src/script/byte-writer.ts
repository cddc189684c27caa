/** Writes a growing sequence of bytes, including numbers and names in WebAssembly's binary format. */
export interface ByteWriter {
  bytes(values: Uint8Array | readonly number[]): ByteWriter;
  /** Writes an unsigned number as LEB128. */
  unsigned(value: number): ByteWriter;
  name(text: string): ByteWriter;
  length(): number;
  /** Returns the written bytes. The writer must not be used afterwards. */
  done(): Uint8Array<ArrayBuffer>;
}

/** Creates a writer with space for `capacity` bytes, which grows when needed. */
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
