import { readFileSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { CUBE_MAX_BYTES } from '../formats/upload-formats.ts';
import type { LutTable } from '../graph/values.ts';
import { parseCube } from './parse-cube.ts';

/**
 * Reads a .cube file. `id` identifies its contents. Throws `invalid_request` for an invalid line and for a file larger
 * than CUBE_MAX_BYTES.
 */
export function readCube(path: string, id: string): LutTable {
  const { size } = statSync(path);
  if (size <= CUBE_MAX_BYTES) return parseCube(readFileSync(path, 'utf8'), id);
  const most = CUBE_MAX_BYTES / 1e6;
  throw new FramemillError(
    'invalid_request',
    `The .cube file has ${(size / 1e6).toFixed(1)} MB, but at most ${most} MB are allowed. Export a smaller table.`,
  );
}
