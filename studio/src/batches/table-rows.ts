import { FramemillError, itemsOfCsv, parseCsv, type Variable } from '@framemill/timeline';

/** Rows that are shown before a batch is made. */
const SHOWN_ROWS = 5;
/** As many as a batch may have. */
const MOST_ROWS = 10_000;

/** A table as it is looked at before it becomes a batch. */
export interface TableShown {
  readonly columns: readonly string[];
  /** The first of them. */
  readonly rows: readonly (readonly string[])[];
  readonly total: number;
  /** Why it makes no batch; null: it does. */
  readonly problem: string | null;
}

/** Reads a table as the service will, and says what is wrong with it. */
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

/** A table to begin with: a column for each variable, and a row of values; empty cells have defaults. */
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
