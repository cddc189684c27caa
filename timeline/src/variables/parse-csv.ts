import { FramemillError } from '../errors/framemill-error.ts';

/**
 * Parses CSV (RFC 4180). The separator is a comma, or a semicolon or tab if the first row contains more of these than
 * commas.
 * Quoted cells may contain separators, line breaks and doubled quotes. Empty lines are left out. Throws
 * `invalid_request` for an unclosed quote.
 */
export function parseCsv(text: string): string[][] {
  const plain = text.replace(/^\ufeff/, '');
  const separator = separatorOf(plain);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  const endRow = () => {
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  while (at < plain.length) {
    const [cell, end] = plain[at] === '"' ? quoted(plain, at, rows.length + 1) : bare(plain, at, separator);
    row.push(cell);
    at = end;
    if (plain[at] === separator) {
      at += 1;
      // A separator at the very end is followed by one more empty cell.
      if (at === plain.length) row.push('');
      continue;
    }
    at += plain.startsWith('\r\n', at) ? 2 : 1;
    endRow();
  }
  if (row.length > 0) endRow();
  return rows;
}

function separatorOf(text: string): string {
  const first = text.split(/\r|\n/, 1)[0] ?? '';
  const count = (sign: string) => first.split(sign).length;
  return [';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}

function bare(text: string, start: number, separator: string): [cell: string, end: number] {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return [text.slice(start, end), end];
}

function quoted(text: string, start: number, row: number): [cell: string, end: number] {
  let cell = '';
  let at = start + 1;
  for (;;) {
    const end = text.indexOf('"', at);
    if (end < 0)
      throw new FramemillError(
        'invalid_request',
        `Row ${row} of the table has a quote that is not closed. Add the missing ".`,
      );
    cell += text.slice(at, end);
    if (text[end + 1] !== '"') return [cell, end + 1];
    cell += '"';
    at = end + 2;
  }
}
