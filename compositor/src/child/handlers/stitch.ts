import { stitch as stitchFiles } from '../../assembly/stitch.ts';
import { copyPackets } from '../../media/copy/copy-packets.ts';
import type { Handler } from '../tasks.ts';

/** Date of all ZIP entries, the earliest that ZIP files support. */
const entryDate = new Date(1980, 0, 1);

/** Handler that muxes finished segments and audio into the output file. */
export const stitch: Handler<'stitch'> = {
  type: 'stitch',
  run: ({ type: _, ...input }, onProgress) => stitchFiles({ ...input, entryDate, onProgress }),
};

/** Handler that writes an output by stream copy of a source's packets. */
export const copy: Handler<'copy'> = {
  type: 'copy',
  run: ({ source, packets, sound: audio, outPath }, onProgress) =>
    copyPackets({ source, packets, sound: audio, outPath, onProgress }),
};
