import { FramemillError } from '@framemill/timeline/rendering';
import type { Sharp } from 'sharp';
import type { Container } from '../../../formats/containers.ts';
import { sharp } from '../../image-library.ts';
import { containerOf, MAX_PIXELS, THIS_FILE } from '../../open-input.ts';
import { readBmp } from './bmp-image.ts';
import { type CodedPixels, convertStill } from './convert-still.ts';
import { refuseTiff } from './refuse-tiff.ts';
import { displayP3, stillCoding } from './still-coding.ts';
import { readDrawing } from './svg-drawing.ts';

/** Decoded still image, upright. */
export interface ImageSource {
  /** Width of the image in the file, in pixels; for drawings the nominal width. */
  readonly width: number;
  readonly height: number;
  /** Width of the decoded pixels. It differs from `width` only for drawings, which can be rasterised at any size. */
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  readonly hasAlpha: boolean;
  /**
   * Returns `pixelWidth * pixelHeight * 4` bytes: rows without gaps, sRGB, straight alpha. The memory belongs to the
   * source and is read-only.
   */
  rgba(): Uint8Array;
}

// Maximum side of a drawing that is enlarged by `scale`, in pixels.
const MAX_DRAWN_SIDE = 4096;

/**
 * Decodes a still image, applies its EXIF rotation and converts its colours, CMYK included, to sRGB. Formats: PNG,
 * JPEG, WebP, AVIF, TIFF, BMP, SVG and GIF; of a GIF or TIFF the first image. High dynamic range and wide colours (CICP
 * of PNG and AVIF, gAMA and cHRM of PNG) look as in browsers.
 *
 * SVG drawings are rasterised at `scale` times their nominal size, within 1 to 4096 pixels a side; `scale` has no
 * effect on other images. Uses 4 bytes of memory a pixel. Throws FramemillError `invalid_request` for other formats,
 * damaged files and more than 50 megapixels.
 */
export async function openImageSource(path: string, { scale = 1 } = {}): Promise<ImageSource> {
  const container = containerOf(path);
  if (container.kind === 'timed' && container.demuxer !== 'gif') {
    throw new FramemillError(
      'invalid_request',
      `${THIS_FILE} is ${container.mimeType}, not an image. Use an image file.`,
    );
  }
  try {
    const file = await openFile(path, container);
    const { hasAlpha, width, height, hasProfile, space, depth, bitsPerSample } = await file.metadata();
    const isSmall = width * height <= MAX_PIXELS;
    const coding = isSmall ? stillCoding(path, container.mimeType, hasProfile) : null;
    if (coding) {
      const { pixels, size } = await codedPixels(path, depth === 'ushort' ? (bitsPerSample ?? 16) : 8);
      return stillOf(convertStill(pixels, coding), size, hasAlpha);
    }
    // The image library converts colour profiles to Display P3 for 16-bit images, to sRGB for 8-bit ones.
    if (hasProfile && space === 'rgb16') {
      const { pixels, size } = await codedPixels(path, 16, 'profile');
      return stillOf(convertStill(pixels, displayP3()), size, hasAlpha);
    }
    const upright = file.clone().rotate().toColourspace('srgb');
    const sized = container.kind === 'vector' ? upright.resize(drawnSize(width, height, scale)) : upright;
    const { data, info } = await sized.ensureAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
    const pixels = { pixelWidth: info.width, pixelHeight: info.height };
    const own = container.kind === 'vector' ? { width, height } : { width: info.width, height: info.height };
    return { ...own, ...pixels, hasAlpha, rgba: () => data };
  } catch (cause) {
    throw cause instanceof FramemillError ? cause : unreadableImage(cause);
  }
}

/**
 * Reads the displayed size of a still image and whether it has alpha. Decodes the image at a small size, to detect
 * truncated files. Throws the same errors as `openImageSource`.
 */
export async function describeImageFile(
  path: string,
  container: Container,
): Promise<{ width: number; height: number; hasAlpha: boolean }> {
  try {
    const file = await openFile(path, container);
    const { width, height, hasAlpha, orientation = 1 } = await file.metadata();
    await file.clone().resize(16, 16, { fit: 'fill' }).raw().toBuffer();
    return orientation >= 5 ? { width: height, height: width, hasAlpha } : { width, height, hasAlpha };
  } catch (cause) {
    throw cause instanceof FramemillError ? cause : unreadableImage(cause);
  }
}

function stillOf(
  data: Uint8Array,
  { width, height }: { width: number; height: number },
  hasAlpha: boolean,
): ImageSource {
  return { width, height, pixelWidth: width, pixelHeight: height, hasAlpha, rgba: () => data };
}

/**
 * Reads the samples of an image, upright and with alpha: as stored (`stored`) or converted by the image's colour
 * profile (`profile`). Takes 8 bytes a pixel for more than 8 bits a sample, otherwise 4.
 */
async function codedPixels(
  path: string,
  bits: number,
  meaning: 'stored' | 'profile' = 'stored',
): Promise<{ pixels: CodedPixels; size: { width: number; height: number } }> {
  const file = sharp(path, {
    limitInputPixels: MAX_PIXELS,
    pages: 1,
    failOn: 'error',
    ignoreIcc: meaning === 'stored',
  }).rotate();
  const wide = bits > 8;
  const { data, info } = await file
    .toColourspace(wide ? 'rgb16' : 'srgb')
    .ensureAlpha()
    .raw({ depth: wide ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  if (!wide) return { pixels: { data, top: 255 }, size };
  // The image library shifts samples of 10 and 12 bits into the upper bits; alpha that it adds is 65535.
  const top = (2 ** bits - 1) << (16 - bits);
  return { pixels: { data: new Uint16Array(data.buffer, data.byteOffset, data.length / 2), top }, size };
}

async function openFile(path: string, container: Container): Promise<Sharp> {
  if (container.mimeType === 'image/bmp') {
    const { data, width, height, hasAlpha } = readBmp(path);
    const pixels = sharp(data, { raw: { width, height, channels: 4 } });
    if (hasAlpha) return pixels;
    // The image library reports the channels of its input, not those after `removeAlpha`.
    const opaque = await pixels.removeAlpha().raw().toBuffer();
    return sharp(opaque, { raw: { width, height, channels: 3 } });
  }
  if (container.mimeType === 'image/tiff') refuseTiff(path);
  const input = container.kind === 'vector' ? await readDrawing(path) : path;
  return sharp(input, { limitInputPixels: MAX_PIXELS, pages: 1, failOn: 'error' });
}

function drawnSize(width: number, height: number, scale: number) {
  const largest = MAX_DRAWN_SIDE / Math.max(width, height);
  const factor = Math.min(scale, largest);
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(width), height: side(height), fit: 'fill' } as const;
}

/** Returns the error for an image that the image library could not read. */
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
    `${THIS_FILE} cannot be decoded as an image: ${imageFault(cause)}. Export or upload it again.`,
    {},
    { cause },
  );
}

/** Patterns of error messages of the image library, each with a reason for users; the first match counts. */
const faults: readonly (readonly [words: RegExp, what: string])[] = [
  [/premature|truncat|end of (stream|file|input)|read error|not enough data|unexpected end|early/i, 'it is cut off'],
  [/unsupported image format|unsupported codec|no decoding plugin/i, 'its format is not supported'],
  [/header/i, 'its header is damaged'],
];

/**
 * Returns a short reason, for users, why the image library could not read an image. The library's own messages are not
 * used, because they contain function names and server paths.
 */
function imageFault(cause: unknown): string {
  const words = cause instanceof Error ? cause.message : String(cause);
  const line = /XML.* on line (\d+)/.exec(words)?.[1];
  if (line !== undefined) return `its XML has an error in line ${line}`;
  return faults.find(([known]) => known.test(words))?.[1] ?? 'its data is damaged';
}
