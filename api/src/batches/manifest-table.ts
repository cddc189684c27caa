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
] as const;

/** Items of a batch as CSV (RFC 4180), a row each. */
export function manifestTable(items: readonly BatchItem[]): string {
  const rows = items.map((item) => columns.map((column) => cell(item[column])).join(','));
  return `${[columns.join(','), ...rows].join('\r\n')}\r\n`;
}

/** What a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | null): string {
  if (typeof value === 'number' || value === null) return String(value ?? '');
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
