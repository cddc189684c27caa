import { stitch as stitchFiles } from '../../assembly/stitch.ts';
import type { Handler } from './handler.ts';

/** Earliest date that ZIP files support. */
const entryDate = new Date(1980, 0, 1);

/** Handler that muxes finished segments and audio into the output file. */
export const stitch: Handler<'stitch'> = {
  type: 'stitch',
  run: ({ type: _, ...input }, onProgress) => stitchFiles({ ...input, entryDate, onProgress }),
};
