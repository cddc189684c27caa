import { LIMITS } from '../document/limits.ts';
import { shortened } from '../document/storable-text.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import type { Variable } from './list-variables.ts';
import { parseCsv } from './parse-csv.ts';

/** One row of a table of values. */
export interface CsvItem {
  readonly variables: Readonly<Record<string, string>>;
  /** Value of the column `reference`; '' when there is none. */
  readonly reference: string;
  /** Value of the column `name`, which may be a variable as well; '' when there is none. At most 200 characters. */
  readonly name: string;
}

/** Columns that describe the video of their row. They are variables as well if a variable has the same name. */
const OWN_COLUMNS = ['reference', 'name'];

/**
 * Parses a CSV table. Its first row contains names of variables, and optionally `reference` and `name`. Each further
 * row is an item. An empty cell gives the variable its default, if it has one. Throws `invalid_request` for unknown
 * columns, missing columns, and rows of another length; the message names the row.
 */
export function itemsOfCsv(text: string, variables: readonly Variable[], mostItems: number): CsvItem[] {
  const [header, ...rows] = parseCsv(text);
  if (header === undefined || rows.length === 0)
    throw wrong('The table has no values. Write the variable names in row 1 and at least one row of values below.');
  if (rows.length > mostItems) throw wrong(`The table has ${rows.length} rows; the limit is ${mostItems}. Split it.`);
  const columns = header.map((column) => column.trim());
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const unknown = columns.filter((column) => !byName.has(column) && !OWN_COLUMNS.includes(column));
  const missing = variables.filter(({ name, default: own }) => own === null && !columns.includes(name));
  const twice = columns.find((column, position) => columns.indexOf(column) !== position);
  if (twice !== undefined) throw wrong(`The table has two columns "${twice.slice(0, 64)}". Remove one.`);
  if (unknown.length + missing.length > 0) {
    const names = missing.map(({ name }) => name);
    const problems = [
      ...(unknown.length > 0 ? [`The project has no variables ${shown(unknown)}.`] : []),
      ...(names.length > 0 ? [`Columns for ${shown(names)} are missing.`] : []),
    ];
    const has = `The project has: ${shown([...byName.keys()]) || 'none'}.`;
    throw wrong(`The first row of the table is wrong. ${problems.join(' ')} ${has}`, { unknown, missing: names });
  }
  return rows.map((row, position) => {
    if (row.length !== columns.length) {
      throw wrong(
        `Row ${position + 2} of the table has ${row.length} cells, but row 1 has ${columns.length}. Correct it.`,
      );
    }
    const cell = (column: string) => row[columns.indexOf(column)] ?? '';
    const values = columns.flatMap((column, place) => {
      const variable = byName.get(column);
      const value = row[place] ?? '';
      return variable && !(value === '' && variable.default !== null) ? [[column, value] as const] : [];
    });
    const name = shortened(cell('name'), LIMITS.nameLength);
    return { variables: Object.fromEntries(values), reference: cell('reference'), name };
  });
}

function shown(names: readonly string[]): string {
  const some = names.slice(0, 10).map((name) => name.slice(0, 64));
  return some.join(', ') + (names.length > some.length ? ` and ${names.length - some.length} more` : '');
}

function wrong(message: string, details: Record<string, unknown> = {}): FramemillError {
  return new FramemillError('invalid_request', message, details);
}
