import { readFileSync, statSync } from 'node:fs';
import { FramemillError, parseCsv } from '@framemill/timeline/rendering';
import { subtitleText } from '../../catalog/subtitle-file.ts';
import { TABLE_MAX_BYTES } from '../../catalog/table-file.ts';
import { THIS_FILE } from '../open-input.ts';

/**
 * Checks that a table can be read: CSV in UTF-8, or UTF-16 with a byte order mark, with the same number of cells in
 * each row. Throws `invalid_request` with the reason, also when the file is too large.
 */
export function requireTable(path: string): void {
  const { size } = statSync(path);
  if (size > TABLE_MAX_BYTES) {
    const most = TABLE_MAX_BYTES / 1e6;
    throw wrong(`is a table of ${(size / 1e6).toFixed(1)} MB, but at most ${most} MB are allowed. Split it.`);
  }
  const text = subtitleText(readFileSync(path));
  if (text === null) {
    throw wrong('is a table, but neither in UTF-8 nor in UTF-16 with a byte order mark. Save it in UTF-8.');
  }
  const [first, ...rows] = parseCsv(text);
  const columns = first?.length ?? 0;
  const odd = rows.findIndex((row) => row.length !== columns);
  if (odd >= 0) {
    const cells = rows[odd]?.length;
    throw wrong(`is a table whose row ${odd + 2} has ${cells} cells, but the first row has ${columns}. Correct it.`);
  }
}

function wrong(what: string): FramemillError {
  return new FramemillError('invalid_request', `${THIS_FILE} ${what}`);
}
