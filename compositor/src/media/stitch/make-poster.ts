import { writeFile } from 'node:fs/promises';
import { posterFrame } from '../../catalog/segments.ts';
import { createJpegEncoder } from '../encode/jpeg-encoder.ts';
import type { StitchInput } from '../stitch-input.ts';
import { eachFrame } from './each-frame.ts';

/** Writes the frame that the profile selects as JPEG. The input has only the segment with that frame. See `stitch`. */
export async function makePoster(input: StitchInput): Promise<void> {
  const { segmentFrames, firstFrame = 0, profile, outPath } = input;
  const count = segmentFrames.reduce((sum, frames) => sum + frames, 0);
  const wanted = posterFrame(profile, firstFrame + count) - firstFrame;
  const jpeg = createJpegEncoder();
  let image: Uint8Array | null = null;
  try {
    await eachFrame(input, (frame, number) => {
      if (number === Math.max(0, wanted)) image = jpeg.encode(frame);
      input.onProgress?.(number + 1);
    });
  } finally {
    jpeg.close();
  }
  if (image) await writeFile(outPath, image);
}
