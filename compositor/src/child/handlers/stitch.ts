import { stitch as stitchFiles } from '../../assembly/stitch.ts';
import type { Handler } from './handler.ts';

/** Joins finished segments and sound. */
export const stitch: Handler<'stitch'> = {
  type: 'stitch',
  run: ({ type: _, ...input }, onProgress) => stitchFiles({ ...input, onProgress }),
};
