import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { Frame } from 'node-av/lib';
import { openVideoDecoder } from '../decode/video-decoder.ts';
import type { StitchInput } from '../stitch-input.ts';

/**
 * Decodes every frame of every segment in order, with time stamps that count frames from 0. A frame is valid until
 * `use` ends. Throws `internal_error` when a segment has another number of frames than expected.
 */
export async function eachFrame(
  input: Pick<StitchInput, 'segments' | 'segmentFrames'>,
  use: (frame: Frame, number: number) => void | Promise<void>,
): Promise<void> {
  const frame = new Frame();
  frame.alloc();
  let number = 0;
  try {
    for (const [index, path] of input.segments.entries()) {
      const decoder = openVideoDecoder(path, basename(path));
      let count = 0;
      try {
        while (decoder.next(frame) !== null) {
          frame.pts = BigInt(number);
          // Most callers return at once: a turn of the event loop for each frame would cost as much as a small frame.
          const used = use(frame, number);
          if (used) await used;
          number += 1;
          count += 1;
        }
      } finally {
        decoder.close();
      }
      const expected = input.segmentFrames[index] ?? 0;
      if (count !== expected) {
        throw new FramemillError(
          'internal_error',
          `Segment ${basename(path)} has ${count} frames, expected ${expected}. Render it again.`,
        );
      }
      await setImmediate();
    }
  } finally {
    frame.free();
  }
}
