import { readFileSync, statSync } from 'node:fs';
import { brotliDecompressSync, inflateSync } from 'node:zlib';
import { inspectFont, type MediaFacts } from '@framemill/timeline/rendering';
import { FONT_MAX_BYTES, type FontFormat } from '../formats/upload-formats.ts';
import { fontTooLarge, unpackFont } from './unpack-font.ts';

/** Returns a font file as bytes for the text engine, like `unpackFont`. */
export function readFont(data: Uint8Array): Uint8Array {
  return unpackFont(data, {
    inflate: (packed, maxOutputLength) => inflateSync(packed, { maxOutputLength }),
    brotli: (packed, maxOutputLength) => brotliDecompressSync(packed, { maxOutputLength }),
  });
}

/**
 * Returns the metadata of a font file: its kind, MIME type, family, weight and style. Call it only in a process with
 * limits on memory and time, because the file is untrusted. Throws `invalid_request` for a font in which no text can be
 * set.
 */
export async function describeFont(
  path: string,
  format: FontFormat,
): Promise<Pick<MediaFacts, 'kind' | 'mimeType' | 'font'>> {
  const { size } = statSync(path);
  if (size > FONT_MAX_BYTES) throw fontTooLarge(size);
  return { kind: 'font', mimeType: `font/${format}`, font: await inspectFont(readFont(readFileSync(path))) };
}
