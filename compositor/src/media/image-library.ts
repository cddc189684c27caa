import { createRequire } from 'node:module';
import type sharpLibrary from 'sharp';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';

const require = createRequire(import.meta.url);

/** sharp, loaded with the first picture: a process that shows nothing but videos starts without it. */
export function sharp(input: SharpInput, options?: SharpOptions): Sharp {
  const library: typeof sharpLibrary = require('sharp');
  return library(input, options);
}

/** An opaque picture of one colour, pixels. */
export function plainImage(width: number, height: number, background: string): Sharp {
  const library: typeof sharpLibrary = require('sharp');
  return library({ create: { width, height, channels: 3, background } });
}
