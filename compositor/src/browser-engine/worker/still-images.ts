import { FramemillError } from '@framemill/timeline/rendering';
import type { Size } from '../../graph/placement.ts';
import type { ImageSource } from '../../media/decode/still/image-source.ts';
import type { OpenImage } from '../../sources/image-pool.ts';
import { offscreen } from './offscreen.ts';

const svgType = 'image/svg+xml';

// As on render nodes: the maximum side of a drawing that is enlarged, in pixels.
const mostDrawnSide = 4096;

/** Function that returns the pixels of an SVG image at a size, straight alpha; null when it cannot be drawn. */
type SvgDrawer = (svg: Blob, width: number, height: number) => Promise<Uint8ClampedArray<ArrayBuffer> | null>;

/**
 * Creates the function that decodes a still image with the browser's decoder, upright and in sRGB. `load` loads a file
 * by its path. SVG images are drawn by `drawSvg`, because workers cannot draw them.
 */
export function stillImageOpener(load: (path: string) => Promise<Response>, drawSvg: SvgDrawer): OpenImage {
  return async ({ path, facts }, scale) => {
    const file = await (await load(path)).blob();
    if (facts.mimeType === svgType) return drawing(file, { width: facts.width ?? 1, height: facts.height ?? 1 }, scale);
    const bitmap = await createImageBitmap(file, { premultiplyAlpha: 'none' });
    const { width, height } = bitmap;
    const context = offscreen.createContext(width, height);
    context.drawImage(bitmap, 0, 0);
    bitmap.close();
    const { data } = context.getImageData(0, 0, width, height);
    // As on render nodes, the file decides: what is drawn at the edges of an image depends on it.
    const hasAlpha = facts.hasAlpha ?? hasTransparency(data);
    const rgba = new Uint8Array(data.buffer);
    return { width, height, pixelWidth: width, pixelHeight: height, hasAlpha, rgba: () => rgba };
  };

  async function drawing(file: Blob, { width, height }: Size, scale: number): Promise<ImageSource> {
    const factor = Math.min(scale, mostDrawnSide / Math.max(width, height));
    const side = (length: number) => Math.max(1, Math.round(length * factor));
    const [pixelWidth, pixelHeight] = [side(width), side(height)];
    const pixels = await drawSvg(new Blob([file], { type: svgType }), pixelWidth, pixelHeight);
    if (!pixels) {
      throw new FramemillError('invalid_request', 'The browser cannot draw this SVG image. Use a PNG of it.');
    }
    const rgba = new Uint8Array(pixels.buffer);
    return { width, height, pixelWidth, pixelHeight, hasAlpha: true, rgba: () => rgba };
  }
}

function hasTransparency(rgba: Uint8ClampedArray): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return true;
  return false;
}
