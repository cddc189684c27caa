import type { Backend } from '../graph/backend.ts';
import { sharp } from '../media/image-library.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { drawExample } from './draw-example.ts';
import type { GalleryExample } from './gallery-example.ts';

/** Comparison of one frame of a gallery example, as drawn on the CPU and on the GPU. */
export interface Compared {
  readonly processor: Uint8Array;
  readonly card: Uint8Array;
  /** PNG of the difference between the CPU's and the GPU's frame, amplified eight times, on black. */
  readonly difference: Uint8Array;
  /** Peak signal-to-noise ratio between the CPU's and the GPU's frame in RGB, in dB; Infinity when they are equal. */
  readonly psnr: number;
}

// Amplification that makes a difference of one level visible.
const gain = 8;

/**
 * Draws a gallery example (a small project) on the CPU and on the GPU, and compares the frames at each time that the
 * example shows. Returns the reason instead when the example cannot be drawn.
 */
export async function besideCard(
  example: GalleryExample,
  media: MediaFiles,
  width: number,
  backend: Backend,
): Promise<{ moments: readonly Compared[] } | { refused: string }> {
  const own = await drawExample(example, media, width, 'png');
  if ('refused' in own) return own;
  const drawn = await drawExample(example, media, width, 'png', { backend });
  if ('refused' in drawn) return drawn;
  const moments: Compared[] = [];
  for (const [index, processor] of own.pictures.entries()) {
    const card = drawn.pictures[index];
    if (card) moments.push(await compare(processor, card));
  }
  return { moments };
}

/** Compares two PNG images of the same size. */
export async function compare(processor: Uint8Array, card: Uint8Array): Promise<Compared> {
  const [a, b] = await Promise.all([processor, card].map((png) => pixelsOf(png)));
  if (!a || !b) throw new Error('A rendered PNG could not be decoded.');
  let sum = 0;
  const difference = new Uint8Array(a.data.length);
  for (let at = 0; at < a.data.length; at++) {
    const apart = Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0));
    sum += apart ** 2;
    difference[at] = Math.min(255, gain * apart);
  }
  const raw = { width: a.width, height: a.height, channels: 3 } as const;
  const image = await sharp(difference, { raw }).png().toBuffer();
  const psnr = sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * a.data.length) / sum);
  return { processor, card, difference: image, psnr };
}

async function pixelsOf(png: Uint8Array): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
