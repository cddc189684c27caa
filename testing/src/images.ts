import sharp from 'sharp';

/** Pixels of an image: RGB, 3 bytes each. */
export interface RgbImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Decodes an image file, given as its contents or its path, to RGB. */
export async function decode(image: Uint8Array | string): Promise<RgbImage> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}
