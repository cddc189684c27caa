// The package's own declarations describe a module that its CommonJS build is not.
declare module 'bidi-js' {
  interface Bidi {
    /** Levels, one a UTF-16 unit; the direction is found in the text when none is given. */
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] };
  }
  export default function bidiFactory(): Bidi;
}
