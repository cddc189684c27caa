/**
 * Describes where a text stops being valid JSON, as the end of a sentence.
 * Example: `it has an error at character 13 of line 1`. `error` is the value that `JSON.parse` threw.
 */
export function jsonFault(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/end of JSON input|Unterminated/.test(message)) return 'it ends in the middle of a value';
  const place = /line (\d+) column (\d+)/.exec(message);
  if (place) return `it has an error at character ${place[2]} of line ${place[1]}`;
  // Some errors quote the surrounding text instead of a position.
  const token = /^Unexpected token (.+?), (.{1,80}?) is not valid JSON/s.exec(message);
  return token ? `it has an error at ${token[1]} in ${token[2]}` : 'the text is not JSON';
}
