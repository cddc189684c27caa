import { writeFile } from 'node:fs/promises';
import type { SeekFacts } from '@framemill/timeline';
import type { Frame } from 'node-av/lib';
import type { Sharp } from 'sharp';
import { frameRgba } from '../cpu/still-image.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { createDecodeBudget } from '../media/decode/decode-budget.ts';
import { openImageSource } from '../media/decode/still/image-source.ts';
import { openVideoSource } from '../media/decode/video-source.ts';
import { sharp } from '../media/image-library.ts';

/** Properties of a written poster. */
export interface Poster {
  type: 'jpeg' | 'png';
  width: number;
  height: number;
  sizeBytes: number;
}

/** Maximum longer side of a poster, in pixels; smaller images are not enlarged. */
const longestSide = 640;
const jpegQuality = 80;

/**
 * Writes the poster of a video as JPEG: the one of eight candidate frames with the highest score (see `telling`), the
 * earlier one if two scores are nearly equal. `path` should be the preview proxy if there is one, because seeking in it
 * is fast. `shown` has the size of the original, and in `seek` the times that take too long to seek to in the file
 * `path`. Throws FramemillError `invalid_request` when nothing can be decoded.
 */
export async function videoPoster(
  kernels: Kernels,
  path: string,
  shown: { width: number; height: number; seek?: SeekFacts | undefined },
  outPath: string,
): Promise<Poster> {
  // All candidates share one budget: their seeks are one piece of work.
  const video = openVideoSource(path, { budget: createDecodeBudget() });
  try {
    let best = { score: Number.NEGATIVE_INFINITY, atSec: 0 };
    for (const atSec of posterMoments(video.durationSec, shown.seek)) {
      const score = telling(video.frameAt(atSec));
      if (score > best.score + 0.05) best = { score, atSec };
    }
    const frame = video.frameAt(best.atSec);
    const { width, height } = frame;
    const raw = sharp(frameRgba(kernels, frame), { raw: { width, height, channels: 4 } }).removeAlpha();
    return await write(raw, shown, 'jpeg', outPath);
  } finally {
    video.close();
  }
}

/** Writes the poster of a still image: JPEG, or PNG when it has alpha. Throws the errors of `openImageSource`. */
export async function imagePoster(path: string, outPath: string): Promise<Poster> {
  const image = await openImageSource(path);
  const { width, height, hasAlpha } = image;
  const raw = sharp(image.rgba(), { raw: { width, height, channels: 4 } });
  return write(hasAlpha ? raw : raw.removeAlpha(), image, hasAlpha ? 'png' : 'jpeg', outPath);
}

/** Writes a poster with alpha as PNG. `rgba` has `shown.width * shown.height` pixels with straight alpha. */
export function transparentPoster(
  rgba: Uint8Array | Uint8ClampedArray,
  shown: { width: number; height: number },
  outPath: string,
): Promise<Poster> {
  return write(sharp(rgba, { raw: { ...shown, channels: 4 } }), shown, 'png', outPath);
}

/** Returns the size of the poster of an image that is shown at the given size. Pixels. */
export function posterSize(shown: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(1, longestSide / Math.max(shown.width, shown.height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(shown.width), height: side(shown.height) };
}

async function write(
  raw: Sharp,
  shown: { width: number; height: number },
  type: Poster['type'],
  outPath: string,
): Promise<Poster> {
  const { width, height } = posterSize(shown);
  const sized = raw.resize(width, height, { fit: 'fill' });
  const data = await (type === 'jpeg' ? sized.jpeg({ quality: jpegQuality }) : sized.png()).toBuffer();
  await writeFile(outPath, data);
  return { type, width, height, sizeBytes: data.byteLength };
}

/**
 * Fractions of a video's duration at which poster candidates are taken. They avoid the opening fade and the credits.
 */
const moments = [0.08, 0.16, 0.25, 0.33, 0.42, 0.5, 0.6, 0.7];

/**
 * Returns the times of poster candidates in a video of `durationSec`, in seconds, earliest first. Returns only 0 when
 * the duration is unknown, or when all candidates take too long to seek to.
 */
function posterMoments(durationSec: number, seek?: SeekFacts): number[] {
  const within = moments.map((part) => part * durationSec).filter((atSec) => isInReach(atSec, seek));
  return durationSec > 0 && within.length > 0 ? within : [0];
}

function isInReach(atSec: number, seek: SeekFacts | undefined): boolean {
  return !seek?.outOfReach.some(({ fromSec, toSec }) => fromSec <= atSec && (toSec === null || toSec > atSec));
}

/**
 * Returns the score of a frame by its information: the entropy of its luma in bits (0-6, from 64 levels), plus up to 1
 * for sharp edges. The score of nearly black and nearly white frames is halved. Reads every fourth pixel of every
 * fourth row of a planar 4:2:0 frame.
 */
function telling(frame: Frame): number {
  const luma = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  if (!luma) return 0;
  const levels = new Uint32Array(64);
  let count = 0;
  let sum = 0;
  let edges = 0;
  for (let y = 0; y < frame.height; y += 4) {
    for (let x = 0; x < frame.width; x += 4) {
      const value = luma[y * stride + x] ?? 0;
      const beside = luma[y * stride + Math.min(x + 1, frame.width - 1)] ?? 0;
      levels[value >> 2] = (levels[value >> 2] ?? 0) + 1;
      sum += value;
      edges += Math.abs(value - beside);
      count += 1;
    }
  }
  let entropy = 0;
  for (const level of levels) if (level > 0) entropy -= (level / count) * Math.log2(level / count);
  const mean = sum / count;
  const score = entropy + Math.min(1, edges / count / 8);
  return mean < 36 || mean > 220 ? score / 2 : score;
}
