import type { Page } from 'playwright-core';

/** Size of an image in pixels. */
interface Size {
  width: number;
  height: number;
}

/** Decodes an image in the browser and scales it to `size`. Returns its RGB pixels. */
export async function imagePixels(page: Page, image: Buffer, type: 'png' | 'jpeg', size: Size) {
  return pixelsOf(page, `data:image/${type};base64,${image.toString('base64')}`, size);
}

/** Scales the frame on the canvas of the browser engine to `size`. Returns its RGB pixels. */
export async function enginePixels(page: Page, size: Size) {
  return pixelsOf(page, null, size);
}

/** `url` null means the canvas of the browser engine. */
async function pixelsOf(page: Page, url: string | null, size: Size) {
  const data = await page.evaluate(
    async ({ url, width, height }) => {
      const image = url === null ? document.querySelector<HTMLCanvasElement>('[data-engine] canvas') : new Image();
      if (!image) throw new Error('There is no canvas of the engine.');
      if (url !== null && image instanceof HTMLImageElement) {
        image.src = url;
        await image.decode();
      }
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      if (!context) throw new Error('no canvas');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, width, height);
      const { data: all } = context.getImageData(0, 0, width, height);
      let text = '';
      for (let at = 0; at < all.length; at += 4)
        text += String.fromCharCode(all[at] ?? 0, all[at + 1] ?? 0, all[at + 2] ?? 0);
      return btoa(text);
    },
    { url, ...size },
  );
  return { data: new Uint8Array(Buffer.from(data, 'base64')), ...size };
}
