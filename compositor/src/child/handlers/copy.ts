import { copyPackets } from '../../media/copy/copy-packets.ts';
import type { Handler } from './handler.ts';

/** Handler that writes an output by stream copy of a source's packets. */
export const copy: Handler<'copy'> = {
  type: 'copy',
  run: ({ source, packets, sound: audio, outPath }, onProgress) =>
    copyPackets({ source, packets, sound: audio, outPath, onProgress }),
};
