import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { probeMedia } from '../ingest/probe-media.ts';
import type { MediaFiles } from '../media/media-files.ts';

/** The files that exhibits show, by name without ending. Frames of the sample's footage, a drawing, a small look. */
export async function galleryMedia(): Promise<MediaFiles> {
  const folder = join(import.meta.dirname, 'pictures');
  const files = readdirSync(folder).sort();
  const found = files.map(async (file) => {
    const path = join(folder, file);
    return [parse(file).name, { path, facts: await probeMedia(path) }] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}
