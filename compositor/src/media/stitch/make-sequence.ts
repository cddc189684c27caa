import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import type { Frame } from 'node-av/lib';
import { ZipFile } from 'yazl';
import { posterFrame } from '../../plan/segments.ts';
import { createJpegEncoder } from '../encode/jpeg-encoder.ts';
import { sharp } from '../image-library.ts';
import type { StitchInput } from '../stitch-input.ts';
import { eachFrame, openRgbChain, readRgb } from './read-frames.ts';

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

/**
 * Writes the frame that the profile selects as JPEG. The input has only the segment that contains this frame. See
 * `stitch`.
 */
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

/** Writer of a ZIP file. All entries have the same date, so that equal contents are equal bytes. */
export interface ZipWriter {
  /**
   * Adds a file without compression, since all contents are already compressed. Throws if an earlier write has failed.
   */
  add(name: string, contents: Uint8Array): void;
  /** Resolves when nearly all added data has been written to the file. Rejects when writing has failed. */
  drained(): Promise<void>;
  finish(): Promise<void>;
}

/**
 * Opens a ZIP for writing at `path`. `entryDate` is the date of all entries, in local time. Throws `internal_error`
 * when it is missing.
 */
export function openZip(path: string, entryDate: Date | undefined): ZipWriter {
  if (!entryDate) throw new FramemillError('internal_error', 'The entries of a ZIP file need a date. Set entryDate.');
  // Without the second field with the date in UTC: nodes may be in several time zones.
  const entry = { mtime: entryDate, forceDosTimestamp: true, compress: false, mode: 0o100644 };
  const zip = new ZipFile();
  const out = createWriteStream(path);
  const written = pipeline(zip.outputStream, out);
  // The error is thrown by the next `add` or `drained`.
  let failure: unknown = null;
  written.catch((error: unknown) => {
    failure = error;
  });
  return {
    add(name, contents) {
      if (failure) throw failure;
      zip.addBuffer(Buffer.from(contents), name, entry);
    },
    async drained() {
      while (!failure && out.writableNeedDrain) await once(out, 'drain');
      if (failure) throw failure;
    },
    async finish() {
      zip.end();
      await written;
    },
  };
}
