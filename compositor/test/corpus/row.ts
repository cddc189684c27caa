/** Result of one comparison: the tested file, the reference, the measured similarity and its required minimum. */
export interface Row {
  file: string;
  judge: string;
  figure: number;
  floor: number;
  /** Further information for the report, such as a lag. */
  note?: string;
}

/** Whether the measured value reaches the required minimum. False for NaN. */
export function isGood({ figure, floor }: Row): boolean {
  return figure >= floor;
}

/** Formats the comparisons as a text table, one line each, in which failed ones are marked. */
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
