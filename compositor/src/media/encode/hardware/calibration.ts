import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FFEncoderCodec } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { openVideoSource } from '../../decode/video-source.ts';
import { createFrame } from '../../frame.ts';
import { copyFrame } from '../../frame-intake.ts';
import type { EncoderInputKind } from '../encoder-input.ts';
import { openFrameWriter } from '../frame-writer.ts';

/** Decoded test frames with which encoders are compared. */
export interface Material {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly Frame[];
}

/** Encoder with all its options. */
export interface Encoding {
  readonly encoder: FFEncoderCodec;
  readonly options: Readonly<Record<string, string>>;
  readonly input: EncoderInputKind;
}

const rate = { num: 30, den: 1 };

/** Decodes `count` frames from the start of a video, 30 per second. The caller frees them. */
export function readMaterial(path: string, count: number): Material {
  const source = openVideoSource(path);
  const { frameWidth: width, frameHeight: height } = source;
  const frames = Array.from({ length: count }, (_, index) => {
    const frame = createFrame(width, height);
    copyFrame(source.frameAt(index / rate.num), frame);
    return frame;
  });
  source.close();
  return { width, height, frames };
}

/**
 * Encodes the test frames (`material`) and compares the decoded result with them. `folder` is for temporary files.
 * Returns the PSNR of luma and the total size.
 */
export function encodeMaterial(material: readonly Material[], encoding: Encoding, folder: string): Made {
  let bytes = 0;
  let squares = 0;
  let samples = 0;
  for (const { width, height, frames } of material) {
    const path = join(folder, 'material.mp4');
    const writer = openFrameWriter({ ...encoding, width, height, clock: rate, rate }, path, 'material');
    for (const frame of frames) writer.write(frame, { start: writer.frames, length: 1, isKey: false });
    bytes += writer.finish().sizeBytes;
    const decoded = openVideoSource(path);
    for (const [index, frame] of frames.entries()) squares += lumaSquares(frame, decoded.frameAt(index / rate.num));
    decoded.close();
    rmSync(path);
    samples += width * height * frames.length;
  }
  return { psnrDb: 10 * Math.log10((255 * 255) / (squares / samples)), bytes };
}

function lumaSquares(one: Frame, other: Frame): number {
  const [a, b] = [one.data?.[0], other.data?.[0]];
  const [strideA = 0, strideB = 0] = [one.linesize[0], other.linesize[0]];
  if (!a || !b) throw new Error('A frame has no luma plane.');
  let sum = 0;
  for (let y = 0; y < one.height; y++) {
    for (let x = 0; x < one.width; x++) {
      const difference = (a[y * strideA + x] ?? 0) - (b[y * strideB + x] ?? 0);
      sum += difference * difference;
    }
  }
  return sum;
}

/** Quality and size of the encoded test frames. */
interface Made {
  /** PSNR of luma, in dB. */
  readonly psnrDb: number;
  readonly bytes: number;
}

/**
 * Value of the encoder's quality option that comes nearest to the quality of the software encoder (the goal), with its
 * results.
 */
export interface FoundLevel {
  readonly level: number;
  /** PSNR in dB minus the PSNR of the goal. */
  readonly psnrDb: number;
  /** Ratio of the file size to that of the goal. */
  readonly size: number;
}

/**
 * Finds the integer level (value of the quality option) between `best` and `worst` whose PSNR is nearest to that of
 * `goal`. `make` encodes at a level; quality must fall as the level rises. It is called at most 2 + log2(worst - best)
 * times.
 */
export async function searchLevel(
  { best, worst }: { best: number; worst: number },
  goal: Made,
  make: (level: number) => Promise<Made>,
): Promise<FoundLevel> {
  const made = new Map<number, Made>();
  const at = async (level: number): Promise<Made> => {
    const known = made.get(level) ?? (await make(level));
    made.set(level, known);
    return known;
  };
  let [low, high] = [best, worst];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await at(middle)).psnrDb >= goal.psnrDb) low = middle;
    else high = middle;
  }
  const compared = await Promise.all(
    [low, high].map(async (level) => {
      const { psnrDb, bytes } = await at(level);
      return { level, psnrDb: psnrDb - goal.psnrDb, size: bytes / goal.bytes };
    }),
  );
  const [nearest] = compared.sort((a, b) => Math.abs(a.psnrDb) - Math.abs(b.psnrDb));
  if (!nearest) throw new Error('There are no quality levels to compare.');
  return nearest;
}
