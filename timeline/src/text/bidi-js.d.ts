// The package's own declarations do not match its CommonJS build.
declare module 'bidi-js' {
  interface Bidi {
    /** Computes the bidi embedding levels, one per UTF-16 unit. Without a `direction`, it is detected from the text. */
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
  }
  export default function bidiFactory(): Bidi;
}
