import { FramemillError } from '@framemill/timeline/rendering';
import type { MediaFile } from '../../media/media-files.ts';
import type { OpenImage } from '../../sources/image-pool.ts';
import { offscreen } from './offscreen.ts';

/** Loads a file. Throws `unavailable` when the server does not send it. */
export async function load({ path }: Pick<MediaFile, 'path'>): Promise<Response> {
  const answer = await fetch(path);
  if (answer.ok) return answer;
  throw new FramemillError(
    'unavailable',
    `The file ${path} could not be loaded (HTTP status ${answer.status}). Try again.`,
  );
}

const opaqueTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/bmp']);

/**
 * Decodes a still image with the browser's decoder, upright and in sRGB. SVG is refused, because workers cannot draw
 * it.
 */
export const openStillImage: OpenImage = async (file) => {
  const { mimeType } = file.facts;
  if (mimeType === 'image/svg+xml') {
    throw new FramemillError('invalid_request', 'An SVG drawing cannot be drawn by this engine. Use a PNG of it.');
  }
  const bitmap = await createImageBitmap(await (await load(file)).blob(), { premultiplyAlpha: 'none' });
  const { width, height } = bitmap;
  const context = offscreen.createContext(width, height);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = context.getImageData(0, 0, width, height);
  const hasAlpha = !opaqueTypes.has(mimeType) && hasTransparency(data);
  const rgba = new Uint8Array(data.buffer);
  return { width, height, pixelWidth: width, pixelHeight: height, hasAlpha, rgba: () => rgba };
};

function hasTransparency(rgba: Uint8ClampedArray): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}
