import { FramemillError } from '@framemill/timeline/rendering';
import {
  AV_PIX_FMT_YUV420P,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
} from 'node-av/constants';
import { Frame } from 'node-av/lib';
import type { FramePlanes } from '../graph/frame-memory.ts';
import { check } from './av-error.ts';

/**
 * Creates a writable frame with undefined contents, tagged as BT.709 limited range. Default format: planar 4:2:0 of 8
 * bits. `data` holds the planes, whose rows are `linesize` bytes apart, which may be more than the width. The caller
 * must call `free()`.
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

/**
 * Returns views of the planes of a planar 4:2:0 frame. Each call creates three buffer objects: store the result for
 * frames that are used more than once. Throws `internal_error` for fewer than three planes.
 */
export function framePlanes(frame: Frame): FramePlanes {
  const data = frame.data;
  if (!data || data.length < 3) {
    throw new FramemillError(
      'internal_error',
      `A frame has ${data?.length ?? 0} planes, but planar 4:2:0 needs 3. Convert it to planar 4:2:0 first.`,
    );
  }
  return { data, stride: frame.linesize };
}
