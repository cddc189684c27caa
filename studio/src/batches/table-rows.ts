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

function firstOf([columns = [], ...rows]: readonly (readonly string[])[]): Omit<TableShown, 'problem'> {
  return { columns, rows: rows.slice(0, SHOWN_ROWS), total: rows.length };
}
