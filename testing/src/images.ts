import sharp from 'sharp';

/** Decoded image: RGB pixels with 3 bytes each, row by row. */
export interface RgbImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes an image file to RGB. `image` is the file's contents or its path. */
export async function decode(image: Uint8Array | string): Promise<RgbImage> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}
