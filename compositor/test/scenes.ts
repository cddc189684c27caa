import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clip, createDocument, type Document } from '@framemill/timeline';
import sharp from 'sharp';
import { openSegmentEncoder } from '../src/media/encode/segment-encoder.ts';
import { createFrame } from '../src/media/frame.ts';
import type { OutputProfile } from '../src/plan/index.ts';
import type { MediaFiles } from '../src/render/renderer.ts';

/** Frame rate of every document and clip in these tests. */
export const fps = 30;

let clips = 0;

/** Creates a clip with default values for its `type` in all fields that `fields` does not set. */
export function makeClip(fields: Partial<Clip> & Pick<Clip, 'type'>): Clip {
  clips += 1;
  const time = { start: 0, duration: 2, mediaStart: 0, mediaDuration: 2, speed: 1, reverse: false, freezeAt: null };
  const place = { x: 0, y: 0, scale: 1, rotation: 0, opacity: 1 };
  const audio = { volume: 1, muted: false, fadeIn: 0, fadeOut: 0 };
  return { id: `clip${clips}`, name: '', src: '', trackIndex: 0, loop: false, ...time, ...place, ...audio, ...fields };
}

/**
 * Creates a document of `width` x `height` at 30 frames a second. It has six video tracks with the ids 0 to 5, bottom
 * first.
 */
export function makeDocument(width: number, height: number, list: Clip[], background = '#000000'): Document {
  const document = createDocument({ width, height, fps, background });
  const track = { type: 'video', color: '#888888', bg: '#222222', muted: false, locked: false, visible: true } as const;
  const tracks = Array.from({ length: 6 }, (_, id) => ({ ...track, id, label: `Track ${id}` }));
  return { ...document, tracks, clips: list };
}

/** Returns the output profile that renders `document` at its own size and frame rate. */
export function profileOf(document: Document, fields: Partial<OutputProfile> = {}): OutputProfile {
  const { width, height } = document.settings;
  return {
    format: 'mp4',
    quality: 'standard',
    width,
    height,
    rate: { num: fps, den: 1 },
    watermark: false,
    ...fields,
  };
}

export function makeFolder(): string {
  return mkdtempSync(join(tmpdir(), 'framemill-compositor-'));
}

export type Rgba = readonly [red: number, green: number, blue: number, alpha: number];

/** Writes a PNG and returns its path and media facts. */
export async function makeImage(
  path: string,
  width: number,
  height: number,
  pixel: (x: number, y: number) => Rgba,
): Promise<MediaFiles[string]> {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(pixel(x, y), (y * width + x) * 4);
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(path);
  return {
    path,
    facts: {
      kind: 'image',
      mimeType: 'image/png',
      durationSec: null,
      fps: null,
      hasAlpha: true,
      ...common(path, width, height),
    },
  };
}

/**
 * Writes a video and returns its path and media facts. `pixel` gives the luma; the chroma varies slowly. Both sides
 * must be even.
 */
export function makeVideo(
  path: string,
  width: number,
  height: number,
  frames: number,
  pixel: (x: number, y: number, frame: number) => number,
): MediaFiles[string] {
  const rate = { num: fps, den: 1 };
  const coding = { format: 'mp4', quality: 'high', compression: 'fast' } as const;
  const encoder = openSegmentEncoder({ ...coding, width, height, rate, watermark: false }, path);
  const frame = createFrame(width, height);
  for (let index = 0; index < frames; index++) {
    const [luma, u, v] = frame.data ?? [];
    if (!luma || !u || !v) throw new Error('The frame has no planes.');
    const [stride = 0, chromaStride = 0] = frame.linesize;
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) luma[y * stride + x] = pixel(x, y, index);
    for (let y = 0; y < height / 2; y++) {
      const row = y * chromaStride;
      for (let x = 0; x < width / 2; x++) u[row + x] = 128 + Math.round(60 * Math.sin(x / 17));
      v.fill(128 + Math.round(60 * Math.cos(y / 13 + index / 9)), row, row + width / 2);
    }
    encoder.write(frame);
  }
  encoder.finish();
  frame.free();
  const time = { durationSec: frames / fps, fps };
  return { path, facts: { kind: 'video', mimeType: 'video/mp4', ...time, ...common(path, width, height) } };
}

function common(path: string, width: number, height: number) {
  const bytes = readFileSync(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, sizeBytes: bytes.length, width, height, hasAudio: false };
}

/** Returns a function that draws an image with detail at every scale: rings that get finer outwards. Luma is 16-235. */
export function rings(width: number, height: number): (x: number, y: number, frame?: number) => number {
  return (x, y, frame = 0) => {
    const distance = (x - width / 2 + frame) ** 2 + (y - height / 2) ** 2;
    return Math.round(125 + 100 * Math.cos(distance / (width * 2)));
  };
}
