import { stitch as stitchFiles } from '../../assembly/stitch.ts';
import type { Handler } from './handler.ts';

/** The first day that ZIP files know. */
const entryDate = new Date(1980, 0, 1);

/** Joins finished segments and sound. */
export const stitch: Handler<'stitch'> = {
  type: 'stitch',
  run: ({ type: _, ...input }, onProgress) => stitchFiles({ ...input, entryDate, onProgress }),
};
