import type { BatchItem } from './batch-items.ts';

const columns = [
  'index',
  'reference',
  'name',
  'status',
  'url',
  'error',
  'renderId',
  'fileSizeBytes',
  'durationSec',
  'files',
] as const;

/** Items of a batch as CSV (RFC 4180), a row each. */
export function manifestTable(items: readonly BatchItem[]): string {
  const rows = items.map((item) => {
    // Of an item with several files: their addresses, between blanks.
    const files = (item.outputs ?? []).flatMap(({ url }) => url ?? []).join(' ');
    return columns.map((column) => cell(column === 'files' ? files : item[column])).join(',');
  });
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** What a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
