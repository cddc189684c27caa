import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { probeMedia } from '../ingest/probe-media.ts';
import type { MediaFiles } from '../media/media-files.ts';

/**
 * Returns the files that exhibits show, by name without extension: frames of the sample footage, a drawing and a small
 * LUT.
 */
export async function galleryMedia(): Promise<MediaFiles> {
  const folder = join(import.meta.dirname, 'pictures');
  const files = readdirSync(folder).sort();
  const found = files.map(async (file) => {
    const path = join(folder, file);
    return [parse(file).name, { path, facts: await probeMedia(path) }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
