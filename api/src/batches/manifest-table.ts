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

/** Formats items of a batch as CSV (RFC 4180), with a header row and one row per item. */
export function manifestTable(items: readonly BatchItem[]): string {
  const rows = items.map((item) => {
    // Addresses of an item's files, separated by spaces; empty for an item with one file.
    const files = (item.outputs ?? []).flatMap(({ url }) => url ?? []).join(' ');
    return columns.map((column) => cell(column === 'files' ? files : item[column])).join(',');
  });
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** Formats one CSV cell. Text that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
