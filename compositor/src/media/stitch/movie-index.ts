import { statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { readRange } from './read-range.ts';

/**
 * Finds the index (`moov`) of an open MP4 or MOV. Returns its byte range. Throws `internal_error` when it is not in
 * front of the media data.
 */
export function findMovie(file: number, path: string): { start: number; end: number } {
  const { size } = statSync(path);
  for (let at = 0; at + 8 <= size; ) {
    const head = readRange(file, at, Math.min(size, at + 16));
    const name = head.toString('latin1', 4, 8);
    const length = head.readUInt32BE(0) === 1 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0);
    if (name === 'moov') return { start: at, end: at + length };
    if (length < 8 || name === 'mdat') break;
    at += length;
  }
  throw new FramemillError('internal_error', `${path} has no index (moov) before its media data.`);
}
