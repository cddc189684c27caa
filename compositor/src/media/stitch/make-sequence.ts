import type { Frame } from 'node-av/lib';
import { createJpegEncoder } from '../encode/jpeg-encoder.ts';
import { sharp } from '../image-library.ts';
import type { StitchInput } from '../stitch-input.ts';
import { eachFrame } from './each-frame.ts';
import { readRgb } from './read-rgb.ts';
import { openRgbChain } from './to-rgb.ts';
import { openZip } from './zip-file.ts';

// Higher levels hardly make PNGs of video frames smaller.
const compressionLevel = 3;

/** Writes every frame as an image, `frame-00001.png` and so on, into one ZIP. See `stitch`. */
export async function makeSequence(input: StitchInput): Promise<void> {
  const { profile, outPath, onProgress } = input;
  const isPng = profile.format === 'png-sequence';
  const total = input.segmentFrames.reduce((sum, frames) => sum + frames, 0);
  const digits = Math.max(5, String(total).length);
  const rgb = openRgbChain(profile);
  const jpeg = createJpegEncoder();
  const zip = openZip(outPath, input.entryDate);
  const toPng = (frame: Frame) => {
    const { width, height } = profile;
    const raw = { width, height, channels: 3 } as const;
    return sharp(readRgb(rgb, frame), { raw }).png({ compressionLevel, adaptiveFiltering: false }).toBuffer();
  };
  try {
    await eachFrame(input, async (frame, number) => {
      const name = `frame-${String(number + 1).padStart(digits, '0')}.${isPng ? 'png' : 'jpg'}`;
      zip.add(name, isPng ? await toPng(frame) : jpeg.encode(frame));
      await zip.drained();
      onProgress?.(number + 1);
    });
    await zip.finish();
  } finally {
    rgb.close();
    jpeg.close();
  }
}
