import { join } from 'node:path';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import { decode, type RgbImage } from '@framemill/testing/images';
import { type Clip, createDocument, type Document } from '@framemill/timeline';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import type { MediaFiles } from '../../src/render/renderer.ts';
import { shoot } from '../images.ts';
import { makeClip } from '../scenes.ts';

/** Filters of ffmpeg that convert a decoded frame to RGB with the highest precision. */
export const TO_RGB = 'scale=out_range=full:flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic,format=rgb24';

/**
 * Creates a document with one clip, which shows a file over `background`. The document has the frame rate of the file.
 */
export async function documentOf(
  path: string,
  size: { width: number; height: number },
  fields: Partial<Clip> = {},
  background = '#000000',
): Promise<{ document: Document; media: MediaFiles }> {
  const facts = await probeMedia(path);
  const type = facts.kind === 'image' ? 'image' : 'video';
  const track = { type: 'video', color: '#888888', bg: '#222222', muted: false, locked: false, visible: true } as const;
  const clip = makeClip({ type, src: 'source', duration: 4, mediaDuration: 4, ...fields });
  const document = createDocument({ ...size, fps: facts.fps ?? 25, background });
  return {
    document: { ...document, tracks: [{ ...track, id: 0, label: 'Track 0' }], clips: [clip] },
    media: { source: { path, facts } },
  };
}

/** Renders the frame of a file at a time, in the file's own size. */
export async function render(path: string, atSec: number, background = '#000000'): Promise<RgbImage> {
  const { width, height } = await probeMedia(path);
  if (width === null || height === null) throw new Error(`${path} has no frame size.`);
  const { document, media } = await documentOf(path, { width, height }, {}, background);
  return shoot(document, media, atSec);
}

/**
 * Returns the k-th frame of a file as ffmpeg decodes it, as a reference. `before` are filters for all frames; `filters`
 * convert the k-th frame to RGB.
 */
export async function judge(
  folder: string,
  path: string,
  k: number,
  filters = TO_RGB,
  before = 'null',
): Promise<RgbImage> {
  const out = join(folder, 'judged.png');
  const chosen = `${before},select='eq(n,${k})',${filters}`;
  ffmpeg(['-i', path, '-vf', chosen, '-frames:v', '1', '-fps_mode', 'passthrough', '-update', '1', out]);
  return decode(out);
}
