import { decode, type RgbImage } from '@framemill/testing/images';
import type { Document } from '@framemill/timeline';
import type { OutputProfile } from '../src/plan/index.ts';
import { createRenderer, type MediaFiles } from '../src/render/renderer.ts';
import { profileOf } from './scenes.ts';

/** Renders one frame of a document at the document's size. */
export async function shoot(
  document: Document,
  media: MediaFiles = {},
  atSec = 0,
  fields: Partial<OutputProfile> = {},
): Promise<RgbImage> {
  const [image] = await shootAll(document, media, [atSec], fields);
  if (!image) throw new Error('The renderer has returned no frame.');
  return image;
}

/** Renders frames of a document at the times `moments`, in seconds, with one renderer. */
export async function shootAll(
  document: Document,
  media: MediaFiles,
  moments: readonly number[],
  fields: Partial<OutputProfile> = {},
): Promise<RgbImage[]> {
  const renderer = await createRenderer({ document, profile: profileOf(document, fields), media });
  const images: RgbImage[] = [];
  try {
    for (const atSec of moments) {
      const { data } = await renderer.renderFrame(atSec, { type: 'png', scale: 1 });
      images.push(await decode(data));
    }
    return images;
  } finally {
    renderer.close();
  }
}

/** Computes the peak signal-to-noise ratio of two images, in dB; Infinity for equal images. */
export function psnr(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) throw new Error(`Images differ in size: ${a.length} and ${b.length} bytes.`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255 * a.length) / sum);
}

/** Returns the BT.709 luma of each pixel, which chroma subsampling does not change. */
export function lumaOf({ data }: RgbImage): Uint8Array {
  return Uint8Array.from({ length: data.length / 3 }, (_, at) =>
    Math.round(0.2126 * (data[at * 3] ?? 0) + 0.7152 * (data[at * 3 + 1] ?? 0) + 0.0722 * (data[at * 3 + 2] ?? 0)),
  );
}

/** Returns the colour of the pixel at (x, y). */
export function pixelAt(image: RgbImage, x: number, y: number): [number, number, number] {
  const at = (y * image.width + x) * 3;
  return [image.data[at] ?? 0, image.data[at + 1] ?? 0, image.data[at + 2] ?? 0];
}

/**
 * Computes the mean difference of the opacity of two RGBA images of a shape, as a fraction of the opacity of `b`. The
 * rasteriser divides curves and edges as it wants: single pixels differ where this value is nearly 0.
 */
export function opacityDifference(a: Uint8ClampedArray, b: Uint8ClampedArray): number {
  let [sum, whole] = [0, 0];
  for (let at = 3; at < a.length; at += 4) {
    sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0));
    whole += b[at] ?? 0;
  }
  // Lines cover nothing.
  return sum / Math.max(1, whole);
}
