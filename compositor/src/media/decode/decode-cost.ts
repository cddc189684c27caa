import { AV_CODEC_ID_WEBP_ANIM, type AVCodecID } from 'node-av/constants';
import { PACKET_PIXELS } from '../../catalog/seek-budget.ts';

/**
 * Returns the number of pixels that decoding one packet counts for in the decode budget. `width` x `height` is the
 * frame size. Small frames count as at least `PACKET_PIXELS`. Animated WebP counts four times: its canvases take 7.5 ns
 * a pixel, four times as long as other codecs.
 */
export function decodeCost(codecId: AVCodecID, width: number, height: number): number {
  return Math.max(PACKET_PIXELS, width * height * (codecId === AV_CODEC_ID_WEBP_ANIM ? 4 : 1));
}
