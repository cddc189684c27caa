/** One comparison: what was judged, by whom, how near it is and how near it has to be. */
export interface Row {
  file: string;
  judge: string;
  figure: number;
  floor: number;
  /** What else is worth seeing, such as a lag. */
  note?: string;
}

/** Whether the figure reaches its floor. NaN does not. */
export function isGood({ figure, floor }: Row): boolean {
  return figure >= floor;
}

/** A table for reading and for comparing by line: a row a line, the bad ones marked. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.file,
    row.judge,
    Number.isFinite(row.figure) ? row.figure.toFixed(5) : String(row.figure),
    String(row.floor),
    isGood(row) ? '' : 'BELOW',
    row.note ?? '',
  ]);
  const all = [['file', 'judge', 'figure', 'floor', '', 'note'], ...cells];
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? [];
  return all.map((line) => `${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd()).join('\n');
}
