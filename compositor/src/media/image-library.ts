import { createRequire } from 'node:module';
import type sharpLibrary from 'sharp';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';

const require = createRequire(import.meta.url);

/**
 * Opens an image with sharp. The library is loaded at the first call, so that a process that renders only videos starts
 * without it.
 */
export function sharp(input: SharpInput, options?: SharpOptions): Sharp {
  return loaded()(input, options);
}

/** Creates an opaque image of one colour; sizes in pixels. */
export function plainImage(width: number, height: number, background: string): Sharp {
  return loaded()({ create: { width, height, channels: 3, background } });
}

function loaded(): typeof sharpLibrary {
  const library: typeof sharpLibrary = require('sharp');
  // Its cache is keyed by file name: a file that was replaced under its name would give the old image.
  library.cache(false);
  return library;
}
