import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { Frame } from 'node-av/lib';
import { expect, it } from 'vitest';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { psnr } from '../images.ts';

if (ffmpegMissing) console.warn(`shrunk-detail: skipped, ${ffmpegMissing}`);

// One key frame in 150 pictures: an error that adds up from picture to picture would be large at the end.
it.skipIf(ffmpegMissing)('pictures shown at half their size keep 45 dB and more without deblocking', () => {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-shrunk-'));
  try {
    const path = join(folder, 'hard.mp4');
    const image = 'testsrc2=s=640x360:r=30,noise=alls=6:allf=t:all_seed=1';
    const encode = '-c:v libx264 -preset veryfast -crf 26 -g 150 -keyint_min 150 -sc_threshold 0 -pix_fmt yuv420p';
    ffmpeg(['-f', 'lavfi', '-i', image, '-t', '5', ...encode.split(' '), path]);
    const full = openVideoSource(path);
    const shrunk = openVideoSource(path, { detail: 'shrunk' });
    let differing = 0;
    for (let index = 0; index < 150; index++) {
      const exact = halvedLuma(full.frameAt(index / 30));
      const quick = halvedLuma(shrunk.frameAt(index / 30));
      if (!exact.equals(quick)) differing += 1;
      expect(psnr(exact, quick), `picture ${index}`).toBeGreaterThan(45);
    }
    expect(differing, 'pictures that were not deblocked').toBeGreaterThan(30);
    full.close();
    shrunk.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function halvedLuma(frame: Frame): Buffer {
  const luma = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  if (!luma) throw new Error('The frame has no data.');
  const { width, height } = frame;
  const half = Buffer.alloc((width >> 1) * (height >> 1));
  for (let y = 0; y < height >> 1; y++) {
    for (let x = 0; x < width >> 1; x++) {
      const at = 2 * y * stride + 2 * x;
      const sum = (luma[at] ?? 0) + (luma[at + 1] ?? 0) + (luma[at + stride] ?? 0) + (luma[at + stride + 1] ?? 0);
      half[y * (width >> 1) + x] = (sum + 2) >> 2;
    }
  }
  return half;
}
