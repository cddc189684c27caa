import { writeFile } from 'node:fs/promises';
import type { SeekFacts } from '@framemill/timeline';
import type { Sharp } from 'sharp';
import { frameRgba } from '../cpu/still-image.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { createDecodeBudget } from '../media/decode/decode-budget.ts';
import { openImageSource } from '../media/decode/still/image-source.ts';
import { openVideoSource } from '../media/decode/video-source.ts';
import { sharp } from '../media/image-library.ts';
import { posterMoments, telling } from './poster-moment.ts';

/** Facts of a written poster. */
export interface Poster {
  type: 'jpeg' | 'png';
  width: number;
  height: number;
  sizeBytes: number;
}

/** Longer side of a poster, in pixels; smaller images keep their size. */
const longestSide = 640;
const jpegQuality = 80;

/**
 * Writes the poster of a video as JPEG: the frame with the highest score (`telling`) among eight candidates; of nearly
 * equal ones the earlier. `path` should be the preview proxy where there is one, because seeking in it is fast. `shown`
 * is the size of the original, `seek` lists the times of `path` that are out of reach. Throws FramemillError
 * `invalid_request` when nothing can be decoded.
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

async function write(
  raw: Sharp,
  shown: { width: number; height: number },
  type: Poster['type'],
  outPath: string,
): Promise<Poster> {
  const scale = Math.min(1, longestSide / Math.max(shown.width, shown.height));
  const width = Math.max(1, Math.round(shown.width * scale));
  const height = Math.max(1, Math.round(shown.height * scale));
  const sized = raw.resize(width, height, { fit: 'fill' });
  const data = await (type === 'jpeg' ? sized.jpeg({ quality: jpegQuality }) : sized.png()).toBuffer();
  await writeFile(outPath, data);
  return { type, width, height, sizeBytes: data.byteLength };
}
