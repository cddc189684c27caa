/** A range of bytes, both ends included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Reads a `Range` header for a file of `sizeBytes`. `whole` when there is none or it is a form that may be ignored
 * (other units, several ranges); `unsatisfiable` when it begins behind the end.
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
