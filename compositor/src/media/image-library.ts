import { createRequire } from 'node:module';
import type sharpLibrary from 'sharp';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';

const require = createRequire(import.meta.url);

/** sharp, loaded with the first picture: a process that shows nothing but videos starts without it. */
export function sharp(input: SharpInput, options?: SharpOptions): Sharp {
  return loaded()(input, options);
}

/** An opaque picture of one colour, pixels. */
export function plainImage(width: number, height: number, background: string): Sharp {
  return loaded()({ create: { width, height, channels: 3, background } });
}

function loaded(): typeof sharpLibrary {
  const library: typeof sharpLibrary = require('sharp');
  // It keeps what it read by the names of files: one that was replaced under its name would be shown as it was.
  library.cache(false);
  return library;
}
