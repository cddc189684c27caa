import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { Frame } from 'node-av/lib';
import { check } from './av-error.ts';

/**
 * Creates a writable frame with undefined contents, tagged BT.709 limited. Planar 4:2:0 of 8 bits unless `format`
 * differs. `data` holds the planes, whose rows are `linesize` bytes apart (may be more than the width). The caller owns
 * it: `free()` it.
 */
export function createFrame(width: number, height: number, format: Frame['format'] = AV_PIX_FMT_YUV420P): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = format;
  frame.width = width;
  frame.height = height;
  check(frame.allocBuffer(), `allocating a ${width}x${height} frame`);
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorRange = AVCOL_RANGE_MPEG;
  return frame;
}
