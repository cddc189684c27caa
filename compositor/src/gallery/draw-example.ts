import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { probeMedia } from '../ingest/probe-media.ts';
import type { MediaFiles } from '../media/media-files.ts';
import type { OutputProfile } from '../plan/profile.ts';
import { createRenderer, type RendererParts } from '../render/renderer.ts';
import { canvas, exampleDocument, type GalleryExample } from './gallery-example.ts';

/**
 * Images of a gallery example, one for each time that it shows, or the reason why this version cannot draw the example.
 */
export type Drawn = { readonly pictures: readonly Uint8Array[] } | { readonly refused: string };

/**
 * Draws a gallery example (a small project) with the renderer that also renders videos. The images are `width` pixels
 * wide. The width and the resulting height must be even. An error `invalid_request` is returned as `refused`; all other
 * errors are thrown.
 */
export async function drawExample(
  example: GalleryExample,
  media: MediaFiles,
  width: number,
  type: 'jpeg' | 'png',
  parts: RendererParts = {},
): Promise<Drawn> {
  const profile: OutputProfile = {
    format: 'mp4',
    quality: 'high',
    width,
    height: (width * canvas.height) / canvas.width,
    rate: { num: 30, den: 1 },
    watermark: false,
  };
  try {
    const renderer = await createRenderer({ document: exampleDocument(example, media), profile, media }, parts);
    try {
      const images: Uint8Array[] = [];
      for (const moment of example.moments) images.push((await renderer.renderFrame(moment, { type, scale: 1 })).data);
      return { pictures: images };
    } finally {
      renderer.close();
    }
  } catch (error) {
    if (error instanceof FramemillError && error.code === 'invalid_request') return { refused: error.message };
    throw error;
  }
}

/**
 * Returns the media files that gallery examples use, by name without extension: frames of sample videos, a drawing and
 * a small LUT.
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
