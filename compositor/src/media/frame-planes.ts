import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';

/** The three planes of a frame: views of the codec library's own memory, valid as long as the frame's buffers are. */
export interface FramePlanes {
  readonly data: readonly Uint8Array[];
  readonly stride: readonly number[];
}

/** Looks at a planar 4:2:0 frame's memory. Costs three buffer objects: keep the result for frames that stay. */
export function framePlanes(frame: Frame): FramePlanes {
  const data = frame.data;
  if (!data || data.length < 3) {
    throw new FramemillError('internal_error', `A frame has ${data?.length ?? 0} planes; planar 4:2:0 has 3.`);
  }
  return { data, stride: frame.linesize };
}
