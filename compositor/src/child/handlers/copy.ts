import { copyPackets } from '../../media/copy/copy-packets.ts';
import type { Handler } from './handler.ts';

/** Makes the output of a source's own packets. */
export const copy: Handler<'copy'> = {
  type: 'copy',
  run: ({ source, packets, sound: audio, outPath }, onProgress) =>
    copyPackets({ source, packets, sound: audio, outPath, onProgress }),
};
