import { readFileSync, statSync } from 'node:fs';
import { ANIMATION_MAX_BYTES, ANIMATION_MAX_PIXELS } from '../formats/upload-formats.ts';
import { sharp } from '../media/image-library.ts';
import { isEmbedded, refused } from './check-lottie.ts';
import { type LottieObject, objectsOf } from './lottie-json.ts';
import { type Animation, parseAnimation } from './parse-animation.ts';

/**
 * Reads a Lottie or .lottie file and checks it, with its images. Nothing in it is run, and nothing outside of it is
 * read. Throws `invalid_request` with the fault.
 */
export async function readAnimation(path: string): Promise<Animation> {
  const { size } = statSync(path);
  if (size > ANIMATION_MAX_BYTES)
    throw refused(`has ${(size / 1e6).toFixed(1)} MB, but at most ${ANIMATION_MAX_BYTES / 1e6} MB are allowed`);
  const animation = parseAnimation(readFileSync(path));
  await checkImages(animation.root);
  return animation;
}

async function checkImages(root: LottieObject): Promise<void> {
  let pixels = 0;
  for (const { p, id } of objectsOf(root.assets)) {
    if (typeof p !== 'string' || !isEmbedded(p)) continue;
    const name = `"${String(id).slice(0, 60)}"`;
    const [, data] = /^data:image\/(?:png|jpe?g|webp|gif);base64,(.*)$/s.exec(p) ?? [];
    if (data === undefined) {
      // Sounds are not played, so that their content does not matter.
      if (p.startsWith('data:audio/')) continue;
      throw refused(`has the image ${name} of the kind "${p.slice(0, 40)}". Embed PNG, JPEG, WebP or GIF`);
    }
    const { width, height } = await sizeOf(Buffer.from(data, 'base64'), name);
    pixels += width * height;
    if (pixels > ANIMATION_MAX_PIXELS)
      throw refused(`has images of more than ${ANIMATION_MAX_PIXELS / 1e6} megapixels together. Scale them down`);
  }
}

async function sizeOf(image: Buffer, name: string): Promise<{ width: number; height: number }> {
  try {
    return await sharp(image, { limitInputPixels: ANIMATION_MAX_PIXELS }).metadata();
  } catch (cause) {
    throw refused(`has an image ${name} that cannot be read. Export it again`, cause);
  }
}
