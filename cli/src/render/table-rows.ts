import { readFile } from 'node:fs/promises';
import { subtitleText } from '@framemill/compositor/formats';
import { itemsOfCsv, listVariables } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { Document } from '@framemill/timeline/rendering';

/** Row of a table: values of its variables and path of its output file. */
export interface TableRow {
  readonly variables: Readonly<Record<string, string>>;
  readonly outPath: string;
  /** Line number in the table, from 1. It is exact if no cell contains a line break. */
  readonly row: number;
}

const MOST_ROWS = 100_000;
const FIELD = /\{([A-Za-z_][A-Za-z0-9_.-]{0,63})\}/g;

/**
 * Reads a CSV table for a document with variables. `outPath` is the pattern of the output paths: `{reference}`,
 * `{name}`, `{index}` (from 1) and `{<variable>}` are replaced by the row's values. Throws `invalid_request` for a
 * table whose columns do not match the variables, and for two rows with the same output path.
 */
export async function readTableRows(csvPath: string, document: Document, outPath: string): Promise<TableRow[]> {
  const bytes = await readFile(csvPath).catch((cause: unknown) => {
    throw new FramemillError('invalid_request', `The table ${csvPath} cannot be read. Check the path.`, {}, { cause });
  });
  const text = subtitleText(bytes);
  if (text === null)
    throw new FramemillError('invalid_request', `The table ${csvPath} is not in UTF-8. Save it in UTF-8.`);
  const rows = itemsOfCsv(text, listVariables(document), MOST_ROWS).map(({ variables, reference, name }, index) => {
    const values: Record<string, string> = {
      ...variables,
      index: String(index + 1),
      reference,
      name: name || (variables.name ?? ''),
    };
    return { variables, row: index + 2, outPath: filled(outPath, values) };
  });
  const taken = new Map<string, number>();
  for (const { outPath: path, row } of rows) {
    const before = taken.get(path.toLowerCase());
    if (before !== undefined) {
      const message =
        `Rows ${before} and ${row} of the table would both be written to ${path}. Use {index} or another column in ` +
        '-o.';
      throw new FramemillError('invalid_request', message);
    }
    taken.set(path.toLowerCase(), row);
  }
  return rows;
}

function filled(outPath: string, values: Readonly<Record<string, string>>): string {
  return outPath.replaceAll(FIELD, (_, field: string) => {
    if (Object.hasOwn(values, field)) return fileName(values[field] ?? '');
    const known = Object.keys(values).map((name) => `{${name}}`);
    throw new FramemillError(
      'invalid_request',
      `-o contains {${field}}, but the table has only ${known.join(', ')}. Use one of these.`,
    );
  });
}

/**
 * Converts a value to a part of a file name: without path separators, invisible characters and leading dots, at most 80
 * characters.
 */
function fileName(value: string): string {
  const plain = value.replaceAll(/[\\/:*?"<>|]|\p{C}/gu, '-').replaceAll(/^[ .]+|[ .]+$/g, '');
  return [...plain].slice(0, 80).join('') || '-';
}
