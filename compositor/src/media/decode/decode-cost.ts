import { AV_CODEC_ID_WEBP_ANIM, type AVCodecID } from 'node-av/constants';
import { PACKET_PIXELS } from '../../catalog/seek-budget.ts';

/** Pixels that decoding one packet of a codec counts for, whose pictures are `width` x `height`. Canvases of WebP take 7.5 ns a pixel, four times of what others do. */
export function decodeCost(codecId: AVCodecID, width: number, height: number): number {
  return Math.max(PACKET_PIXELS, width * height * (codecId === AV_CODEC_ID_WEBP_ANIM ? 4 : 1));
}
