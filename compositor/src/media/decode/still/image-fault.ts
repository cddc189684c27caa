/** What the image library's words come to, for people; the first that matches. */
const faults: readonly (readonly [words: RegExp, what: string])[] = [
  [/premature|truncat|end of (stream|file|input)|read error|not enough data|unexpected end|early/i, 'it is cut off'],
  [/unsupported image format|unsupported codec|no decoding plugin/i, 'its format is none that is read'],
  [/header/i, 'its header is damaged'],
];

/** What is wrong with an image that the image library refused, in a few words without its own: they name functions, and files of the server. */
export function imageFault(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  const line = /XML.* on line (\d+)/.exec(words)?.[1];
  if (line !== undefined) return `its XML is wrong in line ${line}`;
  return faults.find(([known]) => known.test(words))?.[1] ?? 'its data is damaged';
}
