/** Reasons for error messages of the image library; the first match counts. */
const faults: readonly (readonly [words: RegExp, what: string])[] = [
  [/premature|truncat|end of (stream|file|input)|read error|not enough data|unexpected end|early/i, 'it is cut off'],
  [/unsupported image format|unsupported codec|no decoding plugin/i, 'its format is not supported'],
  [/header/i, 'its header is damaged'],
];

/**
 * Returns a short reason for an image that the image library refused. Its own messages are not used: they contain
 * function names and server paths.
 */
export function imageFault(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  const line = /XML.* on line (\d+)/.exec(words)?.[1];
  if (line !== undefined) return `its XML has an error in line ${line}`;
  return faults.find(([known]) => known.test(words))?.[1] ?? 'its data is damaged';
}
