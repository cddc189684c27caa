import { FramemillError, itemsOfCsv, parseCsv, type Variable } from '@framemill/timeline';

/** Number of rows in the preview of a table. */
const SHOWN_ROWS = 5;
/** Maximum number of rows in a batch. */
const MOST_ROWS = 10_000;

/** Preview of a parsed table before a batch is created from it. */
export interface TableShown {
  readonly columns: readonly string[];
  /** First rows of the table, at most `SHOWN_ROWS`. */
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  /** Reason why the table cannot become a batch; null when it can. */
  readonly problem: string | null;
}

/** Parses a CSV table as the service does and returns its first rows, row count and any problem. */
export function readTable(
  csv: string,
  variables: readonly (Pick<Variable, 'name' | 'default'> & { type: string })[],
): TableShown {
  let rows: string[][] = [];
  try {
    rows = parseCsv(csv);
    const known = variables.map(
      (one): Variable => ({ ...one, type: one.type === 'media' ? 'media' : 'text', uses: [] }),
    );
    itemsOfCsv(csv, known, MOST_ROWS);
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    return { ...firstOf(rows), problem: error.message };
  }
  return { ...firstOf(rows), problem: null };
}

/**
 * Returns a CSV table to start with: a column `reference`, a column for each variable, and one row of values. Variables
 * without a value get an empty cell, which selects their default.
 */
export function firstTable(
  variables: readonly Pick<Variable, 'name'>[],
  values: Readonly<Record<string, string>>,
): string {
  const columns = ['reference', ...variables.map(({ name }) => name).filter((name) => name !== 'reference')];
  const row = columns.map((name) => values[name] ?? (name === 'reference' ? 'r1' : ''));
  return `${[columns, row].map((cells) => cells.map(cellText).join(',')).join('\n')}\n`;
}

function cellText(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function firstOf([columns = [], ...rows]: readonly (readonly string[])[]): Omit<TableShown, 'problem'> {
  return { columns, rows: rows.slice(0, SHOWN_ROWS), total: rows.length };
}
