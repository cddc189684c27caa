import { readSync } from 'node:fs';

/** Reads the bytes [start, end) of an open file. */
export function readRange(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - start);
  readSync(file, bytes, 0, bytes.length, start);
  return bytes;
}
