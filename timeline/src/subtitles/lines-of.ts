/** The lines of a text file from any system, without a byte order mark. */
export function linesOf(data: string): string[] {
  return data.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
}
