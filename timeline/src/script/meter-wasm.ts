import { createWasmReader, type WasmReader } from './wasm-reader.ts';

/**
 * Name of the export that a metered module has in addition to its own: a counter, which every loop iteration
 * decrements.
 */
export const FUEL_EXPORT = 'framemill_fuel';

const SECTION = { import: 2, memory: 5, global: 6, export: 7, code: 10 } as const;
const LOOP = 0x03;
const MEMORY_COPY = 0xfc0a;
const MEMORY_FILL = 0xfc0b;
const END = 0x0b;

/**
 * Rewrites a WebAssembly module so that none of its code can run for long without a check.
 * Every loop iteration decrements FUEL_EXPORT (a mutable i64) by 1, and every copy or fill by 1 for each 32 bytes. At 0
 * or less the code calls `onEmpty`, one of the module's own imports of type `() -> i32`, which may throw or refill the
 * counter. QuickJS calls its interrupt handler only between byte codes; a search in a long string or a multiplication
 * of large integers could otherwise run for hours. `maxPages` is the maximum memory in units of 64 KiB. 40 ms for 600
 * KB. Throws for a module with unknown instructions.
 */
export function meterWasm(wasm: Uint8Array, onEmpty: string, maxPages: number): Uint8Array<ArrayBuffer> {
  const reader = createWasmReader(wasm);
  const out = createByteWriter(wasm.length * 2);
  out.bytes(reader.bytes(8));
  let onEmptyIndex = -1;
  let fuelIndex = 0;
  while (!reader.done()) {
    const id = reader.byte();
    const section = createWasmReader(reader.bytes(reader.unsigned()));
    const body = createByteWriter(section.length * 2 + 64);
    if (id === SECTION.import) {
      const found = readImports(section, onEmpty);
      onEmptyIndex = found.functionIndex;
      fuelIndex = found.globals;
      body.bytes(section.all());
    } else if (id === SECTION.memory) {
      writeMemory(section, body, maxPages);
    } else if (id === SECTION.global) {
      const count = section.unsigned();
      fuelIndex += count;
      // The fuel (i64), and a global for the length of a copy (i32).
      body.unsigned(count + 2).bytes(section.rest());
      body.bytes([0x7e, 0x01, 0x42, 0x00, END, 0x7f, 0x01, 0x41, 0x00, END]);
    } else if (id === SECTION.export) {
      body.unsigned(section.unsigned() + 1).bytes(section.rest());
      body.name(FUEL_EXPORT).bytes([0x03]).unsigned(fuelIndex);
    } else if (id === SECTION.code) {
      if (onEmptyIndex < 0) throw new Error(`The module does not import "${onEmpty}". Use quickjs-wasi 3.6.`);
      writeCode(section, body, counting(fuelIndex, onEmptyIndex));
    } else {
      body.bytes(section.all());
    }
    out.bytes([id]).unsigned(body.length()).bytes(body.done());
  }
  return out.done();
}

/** Finds a function among the imports and counts the imported globals, whose indices precede the module's own. */
function readImports(section: WasmReader, wanted: string): { functionIndex: number; globals: number } {
  let functions = 0;
  let globals = 0;
  let functionIndex = -1;
  for (let left = section.unsigned(); left > 0; left -= 1) {
    section.name();
    const name = section.name();
    const kind = section.byte();
    if (kind === 0) {
      if (name === wanted) functionIndex = functions;
      functions += 1;
      section.unsigned();
    } else if (kind === 3) {
      globals += 1;
      section.bytes(2);
    } else {
      throw new Error(`The module imports the memory or table "${name}". Use quickjs-wasi 3.6.`);
    }
  }
  return { functionIndex, globals };
}

function writeMemory(section: WasmReader, body: ReturnType<typeof createByteWriter>, maxPages: number): void {
  const count = section.unsigned();
  const hasMax = section.byte();
  const pages = section.unsigned();
  if (count !== 1 || hasMax > 1) throw new Error('The module must have one plain memory. Use quickjs-wasi 3.6.');
  body.bytes([1, 1]).unsigned(pages).unsigned(maxPages);
}

/**
 * Returns the WebAssembly code that decrements the counter. `loop` is inserted at the start of a loop, `bulk` before a
 * copy or fill whose length is on the stack.
 */
function counting(fuelIndex: number, onEmptyIndex: number): { loop: Uint8Array; bulk: Uint8Array } {
  const fuel = createByteWriter(8).unsigned(fuelIndex).done();
  const length = createByteWriter(8)
    .unsigned(fuelIndex + 1)
    .done();
  const check = createByteWriter(64).bytes([0x23]).bytes(fuel).bytes([0x42, 0x00, 0x57, 0x04, 0x40, 0x10]);
  const checked = check.unsigned(onEmptyIndex).bytes([0x1a, END]).done();
  const loop = createByteWriter(64).bytes([0x23]).bytes(fuel).bytes([0x42, 0x01, 0x7d, 0x24]).bytes(fuel);
  const bulk = createByteWriter(64).bytes([0x24]).bytes(length).bytes([0x23]).bytes(length);
  bulk.bytes([0x23]).bytes(fuel).bytes([0x23]).bytes(length).bytes([0x41, 0x05, 0x76, 0xad, 0x7d, 0x24]).bytes(fuel);
  return { loop: loop.bytes(checked).done(), bulk: bulk.bytes(checked).done() };
}

function writeCode(
  section: WasmReader,
  body: ReturnType<typeof createByteWriter>,
  count: ReturnType<typeof counting>,
): void {
  const functions = section.unsigned();
  body.unsigned(functions);
  for (let index = 0; index < functions; index += 1) {
    const code = createWasmReader(section.bytes(section.unsigned()));
    const written = createByteWriter(code.length * 2);
    for (let groups = code.unsigned(); groups > 0; groups -= 1) {
      code.unsigned();
      code.byte();
    }
    let copied = 0;
    while (!code.done()) {
      const before = code.position();
      const instruction = code.instruction();
      const bulk = instruction === MEMORY_COPY || instruction === MEMORY_FILL;
      if (instruction !== LOOP && !bulk) continue;
      const until = bulk ? before : code.position();
      written.bytes(code.slice(copied, until)).bytes(bulk ? count.bulk : count.loop);
      copied = until;
    }
    written.bytes(code.slice(copied, code.position()));
    body.unsigned(written.length()).bytes(written.done());
  }
}

/** Writes a growing sequence of bytes, including numbers and names in WebAssembly's binary format. */
interface ByteWriter {
  bytes(values: Uint8Array | readonly number[]): ByteWriter;
  /** Writes an unsigned number as LEB128. */
  unsigned(value: number): ByteWriter;
  name(text: string): ByteWriter;
  length(): number;
  /** Returns the written bytes. The writer must not be used afterwards. */
  done(): Uint8Array<ArrayBuffer>;
}

/** Creates a writer with space for `capacity` bytes, which grows when needed. */
function createByteWriter(capacity: number): ByteWriter {
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
