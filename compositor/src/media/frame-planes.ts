import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';

/** Three planes of a frame: views of the codec library's memory, valid as long as the frame's buffers. */
export interface FramePlanes {
  readonly data: readonly Uint8Array[];
  readonly stride: readonly number[];
}

/**
 * Returns views of the planes of a planar 4:2:0 frame. Each call creates three buffer objects, so keep the result for
 * frames that stay. Throws `internal_error` for fewer than three planes.
 */
export function framePlanes(frame: Frame): FramePlanes {
  const data = frame.data;
  if (!data || data.length < 3) {
    throw new FramemillError('internal_error', `A frame has ${data?.length ?? 0} planes, but planar 4:2:0 needs 3.`);
  }
  return { data, stride: frame.linesize };
}
