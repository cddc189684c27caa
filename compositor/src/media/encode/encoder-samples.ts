import { join } from 'node:path';
import type { Frame } from 'node-av/lib';
import { type Format, qualities } from '../../formats/output-formats.ts';
import { createFrame } from '../frame.ts';
import { openSegmentEncoder } from './segment-encoder.ts';

const width = 96;
const height = 64;
const frames = 4;

/**
 * Formats that together use every encoder of frames without alpha. Codings with alpha are left out: they use integer
 * arithmetic only, or the same encoder as VP9.
 */
const formats: readonly Format[] = ['mp4', 'webm', 'gif', 'mp4-hevc', 'mp4-av1'];

/**
 * Encodes four small frames in each coding and quality and returns the hashes (SHA-256, hexadecimal) of the results.
 * The frames show moving waves with noise, so that the encoders search for motion and discard details. `folder` is for
 * temporary files.
 */
export function encodedHashes(folder: string): string[] {
  const images = Array.from({ length: frames }, (_, index) => wavesAt(index));
  const hashes = formats.flatMap((format) =>
    qualities.map((quality) => {
      const profile = { format, quality, width, height, rate: { num: 25, den: 1 }, watermark: false };
      const encoder = openSegmentEncoder(profile, join(folder, `sample-${format}-${quality}.mp4`));
      for (const image of images) encoder.write(image);
      return encoder.finish().sha256;
    }),
  );
  for (const image of images) image.free();
  return hashes;
}

function wavesAt(index: number): Frame {
  const frame = createFrame(width, height);
  for (const [place, plane] of (frame.data ?? []).entries()) fillWaves(plane, frame.linesize[place] ?? 0, place, index);
  return frame;
}

// Integers only, so that the frames are the same on every machine.
function fillWaves(plane: Buffer, stride: number, place: number, index: number): void {
  const [across, down] = place === 0 ? [width, height] : [width / 2, height / 2];
  for (let y = 0; y < down; y++) {
    for (let x = 0; x < across; x++) {
      const wave = Math.abs(((x + 3 * index) % 48) - 24) + Math.abs(((y + 2 * index + 11 * place) % 32) - 16);
      const noise = ((x * 7 + y * 13 + index * 5) * 31) % 17;
      plane[y * stride + x] = 60 + 3 * wave + noise;
    }
  }
}
