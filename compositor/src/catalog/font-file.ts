/**
 * Maximum size of a font file in bytes, compressed and uncompressed. A font of Chinese, Japanese and Korean together
 * takes some 20 MB.
 */
export const FONT_MAX_BYTES = 30_000_000;

/** Font file formats that can be read. */
export type FontFormat = 'ttf' | 'otf' | 'woff' | 'woff2';

const FORMATS: Readonly<Record<string, FontFormat>> = {
  '\0\u0001\0\0': 'ttf',
  true: 'ttf',
  OTTO: 'otf',
  wOFF: 'woff',
  wOF2: 'woff2',
};

/** Detects the format of a font by the first 16 bytes of its file; null when it is not a font. */
export function fontFormat(head: Uint8Array): FontFormat | null {
  const word = String.fromCharCode(...head.subarray(0, 4));
  const format = Object.hasOwn(FORMATS, word) ? (FORMATS[word] ?? null) : null;
  if (format === null || head.length < 16) return null;
  // Four mostly zero bytes are a weak signature: the number of tables is checked as well.
  const tables = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(
    format.startsWith('woff') ? 12 : 4,
  );
  return tables > 0 && tables <= 256 ? format : null;
}
