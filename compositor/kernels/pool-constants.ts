import binaryen from 'assemblyscript/binaryen';

const constant = /v128\.const i32x4((?: 0x[0-9a-f]{8}){4})/g;
/**
 * Whether V8 creates a vector constant in one instruction without reading memory: all of its bits are 0, or all are 1.
 */
const isCheap = (lanes: readonly string[]) =>
  lanes.every((lane) => lane === '0x00000000') || lanes.every((lane) => lane === '0xffffffff');

/**
 * Compiles WebAssembly text so that vector constants are loaded from memory instead of being part of the code. V8
 * builds a constant in the code with three instructions at every use, even inside loops, which makes floating-point
 * kernels 1.2 to 1.5 times as slow. `text` is the compiler's output, with one instruction a line. The constants are
 * stored at the addresses from `from` (a multiple of 16) to `until`, which must not be used otherwise. Throws when the
 * constants do not fit there or the text is not valid.
 */
export function poolConstants(text: string, { from, until }: { from: number; until: number }): Uint8Array<ArrayBuffer> {
  const start = text.search(/^ \(func /m);
  const places = new Map<string, number>();
  const code = text.slice(start).replace(constant, (written: string, lanes: string) => {
    if (isCheap(lanes.trim().split(' '))) return written;
    const place = places.get(lanes) ?? from + 16 * places.size;
    places.set(lanes, place);
    return `i32.const 0\n  v128.load offset=${place}`;
  });
  if (from + 16 * places.size > until) {
    const range = `addresses ${from} and ${until}`;
    throw new Error(`${places.size} vector constants do not fit between ${range}. Raise the memory base.`);
  }
  const bytes = [...places.keys()].flatMap((lanes) => lanes.trim().split(' ').flatMap(bytesOf));
  const data = ` (data (i32.const ${from}) "${bytes.map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('')}")\n`;
  const module = binaryen.parseText(text.slice(0, start) + data + code);
  module.setFeatures(binaryen.Features.All);
  if (!module.validate()) throw new Error('The kernels are not valid WebAssembly with their constants in memory.');
  return new Uint8Array(module.emitBinary());
}

/** Returns the four bytes of a 32-bit lane in memory order, lowest byte first. */
function bytesOf(lane: string): number[] {
  const value = Number(lane);
  return [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
}
