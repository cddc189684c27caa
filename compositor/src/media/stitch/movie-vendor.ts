import { closeSync, openSync, writeSync } from 'node:fs';
import { findMovie } from './movie-index.ts';
import { readRange } from './read-range.ts';

const CODING = 'Apple ProRes 4444';

/**
 * Writes vendor (`appl`) and codec name of the video into a MOV, as QuickTime does. The muxer always writes its own
 * vendor and no codec name. ProRes frames contain their vendor themselves (`apl0`). Does nothing when the file has no
 * such entry.
 */
export function nameVendor(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { start, end } = findMovie(file, path);
    const movie = readRange(file, start, end);
    const entry = movie.indexOf('ap4h', 0, 'latin1');
    // The sample description of QuickTime: 4 letters, 6 reserved bytes, index, version, revision, vendor; 30 bytes
    // later, the length of a name and its 31 letters.
    if (entry < 0 || movie.toString('latin1', entry + 16, entry + 20) !== 'FFMP') return;
    writeSync(file, Buffer.from('appl'), 0, 4, start + entry + 16);
    const name = Buffer.alloc(32);
    name.writeUInt8(name.write(CODING, 1, 'latin1'));
    writeSync(file, name, 0, name.length, start + entry + 46);
  } finally {
    closeSync(file);
  }
}
