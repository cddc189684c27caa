import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ImageMagick, initializeImageMagick } from '@imagemagick/magick-wasm';

/** A picture as ImageMagick reads it. */
export interface ReadImage {
  readonly width: number;
  readonly height: number;
  /** How long it is shown, 1/100 s. */
  readonly delay: number;
  /** Red, green, blue and alpha of a pixel, 0-255. */
  pixel(x: number, y: number): number[];
}

let ready: Promise<void> | null = null;

/** All pictures of a file, each whole, whatever it was stored as a difference to. */
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
