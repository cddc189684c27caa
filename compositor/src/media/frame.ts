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
 * A writable picture: planar 4:2:0 unless `format` says otherwise, 8 bits, BT.709 limited range, contents undefined. `data` holds three planes whose rows are
 * `linesize` bytes apart (may be more than the width). The caller owns it: `free()` it.
 */
export function createFrame(width: number, height: number, format: Frame['format'] = AV_PIX_FMT_YUV420P): Frame {
  const frame = new Frame();
  frame.alloc();
  frame.format = format;
  frame.width = width;
  frame.height = height;
  check(frame.allocBuffer(), `allocating a ${width}x${height} picture`);
  frame.colorSpace = AVCOL_SPC_BT709;
  frame.colorPrimaries = AVCOL_PRI_BT709;
  frame.colorTrc = AVCOL_TRC_BT709;
  frame.colorRange = AVCOL_RANGE_MPEG;
  return frame;
}
