import { createRequire } from 'node:module';
import type sharpLibrary from 'sharp';
import type { Sharp, SharpInput, SharpOptions } from 'sharp';

const require = createRequire(import.meta.url);
let library: typeof sharpLibrary | null = null;

function loaded(): typeof sharpLibrary {
  const found: typeof sharpLibrary = library ?? require('sharp');
  library = found;
  return found;
}

/** sharp, loaded with the first picture: a process that shows nothing but videos starts without it. */
export function sharp(input: SharpInput, options?: SharpOptions): Sharp {
  return loaded()(input, options);
}
