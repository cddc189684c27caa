import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const candidate =
  process.env.FRAMEMILL_REAL_MEDIA ?? fileURLToPath(new URL('../../../../shared/media', import.meta.url));

/** Path of a folder with real media files for further tests; null when the folder does not exist. */
export const realMedia: string | null = existsSync(candidate) ? candidate : null;

if (realMedia === null)
  console.warn(
    'tests with real media: skipped, no folder ../shared/media beside the project and FRAMEMILL_REAL_MEDIA is not set',
  );
