/** Reads the elements of WebAssembly's binary format (core specification 2.0, chapter 5) sequentially. */
export interface WasmReader {
  readonly length: number;
  position(): number;
  done(): boolean;
  byte(): number;
  bytes(count: number): Uint8Array;
  /** Reads an unsigned LEB128 number of up to 32 bits. */
  unsigned(): number;
  name(): string;
  /**
   * Skips one instruction with its immediates and returns its code; 0xfc00 + n for the n-th of prefix 0xfc. Throws for
   * an unknown instruction.
   */
  instruction(): number;
  slice(from: number, to: number): Uint8Array;
  rest(): Uint8Array;
  all(): Uint8Array;
}

/** Creates a reader at the start of `data`. Throws RangeError when reading beyond the end. */
export function createWasmReader(data: Uint8Array): WasmReader {
  let at = 0;
  const byte = () => {
    const value = data[at];
    if (value === undefined) throw new RangeError('The WebAssembly module ends too early. Read the whole file.');
    at += 1;
    return value;
  };
  const skipLeb = (count = 1) => {
    for (let left = count; left > 0; left -= 1) while (byte() > 0x7f);
  };
  const unsigned = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const part = byte();
      value += (part & 0x7f) * 2 ** shift;
      if (part < 0x80) return value;
    }
  };
  const bytes = (count: number) => {
    if (at + count > data.length) throw new RangeError('The WebAssembly module ends too early. Read the whole file.');
    at += count;
    return data.subarray(at - count, at);
  };
  const instruction = () => {
    const code = byte();
    if (code === 0x0e) skipLeb(unsigned() + 1);
    else if (code === 0x1c) bytes(unsigned());
    else if (code === 0x43) bytes(4);
    else if (code === 0x44) bytes(8);
    else if (code === 0xfc) {
      const bulk = unsigned();
      skipLeb(immediatesOfBulk(bulk));
      return 0xfc00 + bulk;
    } else skipLeb(immediatesOf(code));
    return code;
  };
  return {
    length: data.length,
    position: () => at,
    done: () => at >= data.length,
    byte,
    bytes,
    unsigned,
    name: () => new TextDecoder().decode(bytes(unsigned())),
    instruction,
    slice: (from, to) => data.subarray(from, to),
    rest: () => bytes(data.length - at),
    all: () => data,
  };
}

/** Returns the number of LEB128 immediates of a one-byte instruction. Throws for an unknown instruction. */
function immediatesOf(code: number): number {
  if (code >= 0x45 && code <= 0xc4) return 0;
  if (code >= 0x28 && code <= 0x3e) return 2;
  if (code >= 0x20 && code <= 0x26) return 1;
  switch (code) {
    case 0x00:
    case 0x01:
    case 0x05:
    case 0x0b:
    case 0x0f:
    case 0x1a:
    case 0x1b:
    case 0xd1:
      return 0;
    case 0x02:
    case 0x03:
    case 0x04:
    case 0x0c:
    case 0x0d:
    case 0x10:
    case 0x3f:
    case 0x40:
    case 0x41:
    case 0x42:
    case 0xd0:
    case 0xd2:
      return 1;
    case 0x11:
      return 2;
    default:
      throw new Error(
        `WebAssembly instruction 0x${code.toString(16)} is not supported. Use the module of quickjs-wasi 3.6.`,
      );
  }
}

/**
 * Returns the number of LEB128 immediates of an instruction with the prefix 0xfc. Throws for an unknown instruction.
 */
function immediatesOfBulk(code: number): number {
  if (code <= 7) return 0;
  if (code === 8 || code === 10 || code === 12 || code === 14) return 2;
  if (code <= 17) return 1;
  throw new Error(`WebAssembly instruction 0xfc ${code} is not supported. Use the module of quickjs-wasi 3.6.`);
}
