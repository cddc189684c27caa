import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ImageMagick, initializeImageMagick } from '@imagemagick/magick-wasm';

/** Frame of an image file as read by ImageMagick. */
export interface ReadImage {
  readonly width: number;
  readonly height: number;
  /** Display duration, in hundredths of a second. */
  readonly delay: number;
  /** Returns red, green, blue and alpha of a pixel, 0-255. */
  pixel(x: number, y: number): number[];
}

let ready: Promise<void> | null = null;

/** Reads all frames of an image file, each complete even when the file stores only a difference. */
export async function readImages(file: Buffer): Promise<ReadImage[]> {
  ready ??= initializeImageMagick(
    readFileSync(fileURLToPath(import.meta.resolve('@imagemagick/magick-wasm/magick.wasm'))),
  );
  await ready;
  return ImageMagick.readCollection(file, (images) => {
    if (images.length > 1) images.coalesce();
    return images.map((image): ReadImage => {
      const { width, height, animationDelay } = image;
      const bytes = image.getPixels((pixels) => pixels.toByteArray(0, 0, width, height, 'RGBA'));
      const pixel = (x: number, y: number) => [
        ...(bytes?.subarray((y * width + x) * 4, (y * width + x) * 4 + 4) ?? []),
      ];
      return { width, height, delay: animationDelay, pixel };
    });
  });
}
