import { join } from 'node:path';
import sharp from 'sharp';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openSegmentEncoder } from '../../src/media/encode/segment-encoder.ts';
import { createFrame } from '../../src/media/frame.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { fps } from '../scenes.ts';
import { SOURCES } from './film.ts';

const gallery = join(import.meta.dirname, '../../src/gallery/pictures');

/**
 * Writes the sources of the test video into `folder`: images of the gallery and one second of video made from one of
 * them.
 */
export async function filmMedia(folder: string): Promise<MediaFiles> {
  const video = join(folder, SOURCES.video);
  await writeVideo(video, join(gallery, 'mountains.webp'));
  const stills = [SOURCES.portrait, SOURCES.sea, SOURCES.hills].map((name) => [name, join(gallery, name)] as const);
  const files = [[SOURCES.video, video] as const, ...stills];
  const found = files.map(async ([src, path]) => [src, { path, facts: await probeMedia(path) }] as const);
  return Object.fromEntries(await Promise.all(found));
}

/** Writes one second of video that shows a single image, tagged BT.709. */
async function writeVideo(path: string, picture: string): Promise<void> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const rate = { num: fps, den: 1 };
  const coding = { format: 'mp4', quality: 'high', compression: 'fast' } as const;
  const encoder = openSegmentEncoder({ ...coding, width, height, rate, watermark: false }, path);
  const frame = createFrame(width, height);
  const [luma, u, v] = frame.data ?? [];
  if (!luma || !u || !v) throw new Error('The frame has no planes.');
  const [stride = 0, chromaStride = 0] = frame.linesize;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      luma[y * stride + x] = 16 + (219 / 255) * light;
      if (x % 2 || y % 2) continue;
      const place = (y / 2) * chromaStride + x / 2;
      u[place] = 128 + (224 / 255) * ((blue - light) / 1.8556);
      v[place] = 128 + (224 / 255) * ((red - light) / 1.5748);
    }
  }
  for (let index = 0; index < fps; index++) encoder.write(frame);
  encoder.finish();
  frame.free();
}
