import { statSync } from 'node:fs';
import { join } from 'node:path';
import { frameOf, psnr } from '@framemill/testing/video-judge';
import { expect, test } from 'vitest';
import { mediaFolder, sampleFiles } from '../../infra/bootstrap/sample/run-sample.ts';
import { createCanvas, createGrain, writePlanes } from '../src/sample/canvas.ts';
import { footageClips } from '../src/sample/clips.ts';

const size = { width: 1920, height: 1080 };
const frame = 50;

test('the media of the sample are small enough to come with a clone', () => {
  const sizes = sampleFiles.map(({ file }) => statSync(join(mediaFolder, file)).size);
  expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(6_000_000);
});

// PSNR of all planes, without grain, which such small files lose: 38.6 dB (ocean) to 45.0 dB; two seconds later 21 to
// 22 dB, and a single frame beside, of mountains and ocean, at most 36.0 dB.
test.each(footageClips)(
  'the footage "$name" is what its scene draws',
  async ({ name, create }) => {
    const canvas = createCanvas(size.width, size.height);
    create()(canvas, frame / 30);
    const pixels = size.width * size.height;
    const drawn = new Uint8Array((pixels * 3) / 2);
    const planes = [drawn.subarray(0, pixels), drawn.subarray(pixels, pixels * 1.25), drawn.subarray(pixels * 1.25)];
    const linesize = [size.width, size.width / 2, size.width / 2];
    writePlanes(canvas, { data: planes, linesize }, createGrain(19), 0, frame);
    const kept = await frameOf(join(mediaFolder, `${name}.mp4`), frame, '');
    expect(psnr(drawn, kept)).toBeGreaterThanOrEqual(37);
  },
  60_000,
);
