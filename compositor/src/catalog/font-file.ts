/** Largest font file that is read, as it comes and unpacked. Chinese, Japanese and Korean together are some 20 MB. */
export const FONT_MAX_BYTES = 30_000_000;

/** Formats of font files that are read. */
export type FontFormat = 'ttf' | 'otf' | 'woff' | 'woff2';

const FORMATS: Readonly<Record<string, FontFormat>> = {
  '\0\u0001\0\0': 'ttf',
  true: 'ttf',
  OTTO: 'otf',
  wOFF: 'woff',
  wOF2: 'woff2',
};

/** The format of a font by the first 16 bytes of its file; null when it is none. */
export function fontFormat(head: Uint8Array): FontFormat | null {
  const word = String.fromCharCode(...head.subarray(0, 4));
  const format = Object.hasOwn(FORMATS, word) ? (FORMATS[word] ?? null) : null;
  if (format === null || head.length < 16) return null;
  // Four bytes that are mostly zero are little to go by: the number of tables follows.
  const tables = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint16(
    format.startsWith('woff') ? 12 : 4,
  );
  return tables > 0 && tables <= 256 ? format : null;
}
