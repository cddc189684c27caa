import { closeSync, openSync, writeSync } from 'node:fs';
import { findMovie, readRange } from './movie-index.ts';

/**
 * Writes `appl` for the vendor of the pictures of a MOV, as QuickTime does; the muxer writes its own name there, whoever encoded them. ProRes frames say
 * theirs themselves (`apl0`).
 */
export function nameVendor(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { start, end } = findMovie(file, path);
    const movie = readRange(file, start, end);
    const entry = movie.indexOf('ap4h', 0, 'latin1');
    // The sample description of QuickTime: 4 letters, 6 reserved bytes, index, version, revision, vendor.
    if (entry >= 0 && movie.toString('latin1', entry + 16, entry + 20) === 'FFMP')
      writeSync(file, Buffer.from('appl'), 0, 4, start + entry + 16);
  } finally {
    closeSync(file);
  }
}
