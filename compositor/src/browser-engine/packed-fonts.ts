import { decompress } from 'brotli/decompress';
import { unzlibSync } from 'fflate';
import { unpackFont } from '../fonts/unpack-font.ts';

// Script of its own, `packed-fonts.js`: most projects have no packed font. Browsers can decompress Brotli only where
// DecompressionStream supports it.

/** Returns an uploaded font as bytes for the text engine, like `unpackFont`. */
export function readPackedFont(data: Uint8Array): Uint8Array {
  return unpackFont(data, {
    inflate: (packed, maxBytes) => unzlibSync(packed, { out: new Uint8Array(maxBytes) }),
    brotli: decompress,
  });
}
