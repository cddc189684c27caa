import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imagePoster, videoPoster } from '../../src/ingest/poster.ts';
import { loadKernels } from '../../src/kernels/load-kernels.ts';

const kernels = loadKernels(256 * 1024 * 1024);
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-poster-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

if (ffmpegMissing) console.log(`skipped: posters of made videos (${ffmpegMissing})`);
describe.skipIf(ffmpegMissing !== null)('the poster of a video', () => {
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

  it('is no black picture of a fade, but one that tells something', async () => {
    const path = join(folder, 'fade.mp4');
    // Black for half of its length, a grey card, then a picture.
    const graph =
      'color=black:s=1280x720:d=5:r=10[b];color=gray:s=1280x720:d=2:r=10[g];testsrc2=s=1280x720:d=3:r=10[t];[b][g][t]concat=n=3';
    ffmpeg(['-filter_complex', graph, ...h264, path]);
    const outPath = join(folder, 'fade.jpg');
    const poster = await videoPoster(kernels, path, { width: 1280, height: 720 }, outPath);
    expect(poster).toMatchObject({ type: 'jpeg', width: 640, height: 360 });
    const { channels } = await sharp(outPath).stats();
    for (const { stdev } of channels) expect(stdev).toBeGreaterThan(40);
  });

  it('has the shape that the video is shown in', async () => {
    const path = join(folder, 'anamorphic.mp4');
    ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=s=720x576:d=1:r=10,setsar=64/45', ...h264, path]);
    const outPath = join(folder, 'anamorphic.jpg');
    const poster = await videoPoster(kernels, path, { width: 1024, height: 576 }, outPath);
    expect([poster.width, poster.height]).toEqual([640, 360]);
    expect(await sharp(outPath).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 });
  });
});

describe('the poster of an image', () => {
  const image = (hasAlpha: boolean) =>
    sharp({
      create: { width: 1000, height: 500, channels: hasAlpha ? 4 : 3, background: { r: 9, g: 99, b: 200, alpha: 0.5 } },
    });

  it('is a small JPEG', async () => {
    const path = join(folder, 'opaque.jpg');
    await image(false).jpeg().toFile(path);
    const outPath = join(folder, 'opaque-poster.jpg');
    expect(await imagePoster(path, outPath)).toMatchObject({ type: 'jpeg', width: 640, height: 320 });
    expect((await sharp(outPath).metadata()).hasAlpha).toBe(false);
  });

  it('is a PNG that keeps alpha', async () => {
    const path = join(folder, 'alpha.png');
    await image(true).png().toFile(path);
    const outPath = join(folder, 'alpha-poster.png');
    expect(await imagePoster(path, outPath)).toMatchObject({ type: 'png', width: 640, height: 320 });
    expect((await sharp(outPath).stats()).channels[3]?.mean).toBeCloseTo(128, 0);
  });
});
