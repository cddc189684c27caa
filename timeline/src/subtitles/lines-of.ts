/** Splits a text file into lines, for all line endings. Removes a byte order mark. */
export function linesOf(data: string): string[] {
  return data.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}
