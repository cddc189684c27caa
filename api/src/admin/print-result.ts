/** Formats a command's result for a terminal: lists as a table, a single record as `name: value` lines. */
export function formatResult(result: unknown): string {
  if (Array.isArray(result)) return result.length === 0 ? '(none)' : table(result.map(cells));
  return Object.entries(cells(result))
    .map(([name, text]) => `${name}: ${text}`)
    .join('\n');
}

function cells(record: unknown): Record<string, string> {
  if (typeof record !== 'object' || record === null) return { value: String(record) };
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cell(value)]));
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '-';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function table(rows: Record<string, string>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const widths = names.map((name) => Math.max(name.length, ...rows.map((row) => (row[name] ?? '').length)));
  const line = (texts: string[]) =>
    texts
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\n');
}
