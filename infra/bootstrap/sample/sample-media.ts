import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of the sample's media, which `benchmarks/src/sample` generated. */
export const mediaFolder = join(import.meta.dirname, 'media');

/** Files of the sample, with the content types for their uploads. */
export const sampleFiles = [
  { name: 'mountains', file: 'mountains.mp4', contentType: 'video/mp4' },
  { name: 'ocean', file: 'ocean.mp4', contentType: 'video/mp4' },
  { name: 'aurora', file: 'aurora.mp4', contentType: 'video/mp4' },
  { name: 'logo', file: 'logo.png', contentType: 'image/png' },
  { name: 'music', file: 'music.flac', contentType: 'audio/flac' },
] as const;

/** Returns a version that changes whenever one of the files does. */
export async function mediaVersion(): Promise<string> {
  const hash = createHash('sha256');
  for (const { file } of sampleFiles) hash.update(await readFile(join(mediaFolder, file)));
  return hash.digest('hex').slice(0, 16);
}
