import { FramemillError } from '@framemill/timeline';
import sharp from 'sharp';
import { containerOf, MAX_PIXELS, THIS_FILE } from './open-input.ts';

/** A decoded still picture, upright. */
export interface ImageSource {
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** `width * height * 4` bytes, rows without gaps, sRGB, straight alpha. The source's own memory: read only. */
  rgba(): Uint8Array;
}

/**
 * Decodes a still picture (PNG, JPEG, WebP, AVIF, the first picture of a GIF) with EXIF rotation applied and colours in sRGB.
 * Holds `width * height * 4` bytes. Throws FramemillError `invalid_request` for anything else, damaged files and more than 50 megapixels.
 */
export async function openImageSource(path: string): Promise<ImageSource> {
  const container = containerOf(path);
  if (container.kind !== 'still' && container.demuxer !== 'gif') {
    throw new FramemillError('invalid_request', `${THIS_FILE} is ${container.mimeType}, not an image.`);
  }
  try {
    const image = sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' })
      .rotate()
      .toColourspace('srgb');
    const { hasAlpha } = await sharp(path, { limitInputPixels: MAX_PIXELS, pages: 1 }).metadata();
    const { data, info } = await image.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, hasAlpha, rgba: () => data };
  } catch (cause) {
    throw unreadableImage(cause);
  }
}

/** What to tell about a picture that the image library refused. */
export function unreadableImage(cause: unknown): FramemillError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (reason.includes('pixel limit')) {
    return new FramemillError(
      'invalid_request',
      `${THIS_FILE} has more than ${MAX_PIXELS / 1e6} megapixels. Scale it down first.`,
      {},
      { cause },
    );
  }
  return new FramemillError(
    'invalid_request',
    `${THIS_FILE} cannot be decoded as an image (${reason}). Export or upload it again.`,
    {},
    { cause },
  );
}
