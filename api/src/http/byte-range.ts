/** Byte range with both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a `Range` header for a file of `sizeBytes` bytes.
 * Returns `whole` when there is none, or when its form may be ignored (other units, several ranges). Returns
 * `unsatisfiable` when the range begins beyond the end.
 */
export function parseRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const tail = Math.min(Number(last), sizeBytes);
    return tail === 0 ? 'unsatisfiable' : { start: sizeBytes - tail, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (start >= sizeBytes) return 'unsatisfiable';
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return end < start ? 'whole' : { start, end };
}
