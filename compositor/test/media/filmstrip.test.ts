import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFilmstrip } from '../../src/ingest/filmstrip.ts';
import { loadKernels } from '../../src/kernels/load-kernels.ts';

const kernels = loadKernels(256 * 1024 * 1024);
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-filmstrip-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

if (ffmpegMissing) console.log(`skipped: filmstrips of made videos (${ffmpegMissing})`);
describe.skipIf(ffmpegMissing !== null)('a filmstrip', () => {
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];

  async function stripOf(name: string, graph: string, shown: { width: number; height: number }) {
    const path = join(folder, `${name}.mp4`);
    ffmpeg(['-filter_complex', graph, ...h264, path]);
    const outPath = join(folder, `${name}.jpg`);
    const strip = await makeFilmstrip(kernels, path, shown, outPath);
    const { data, info } = await sharp(outPath).raw().toBuffer({ resolveWithObject: true });
    const at = (tile: number) => {
      const x = (tile % strip.columns) * strip.tileWidth + strip.tileWidth / 2;
      const y = Math.floor(tile / strip.columns) * strip.tileHeight + strip.tileHeight / 2;
      const offset = (Math.floor(y) * info.width + Math.floor(x)) * info.channels;
      return [...data.subarray(offset, offset + 3)].map((value) => Math.round(value / 64));
    };
    return { strip, info, at };
  }

  it('shows each half second of a short video, several rows of a longer one', async () => {
    const colours = 'color=red:s=320x180:d=5:r=10[r];color=blue:s=320x180:d=5:r=10[b];[r][b]concat=n=2';
    const { strip, info, at } = await stripOf('colours', colours, { width: 320, height: 180 });
    expect(strip).toEqual({ columns: 16, tiles: 20, tileWidth: 128, tileHeight: 72, intervalSec: 0.5 });
    expect([info.width, info.height]).toEqual([2_048, 144]);
    expect([0, 9, 10, 19].map(at)).toEqual([
      [4, 0, 0],
      [4, 0, 0],
      [0, 0, 4],
      [0, 0, 4],
    ]);
  });

  it('has at most 160 thumbnails, in the shape that the video is shown in', async () => {
    const long = 'color=green:s=64x64:d=400:r=2';
    const { strip } = await stripOf('long', long, { width: 1080, height: 1920 });
    expect(strip).toEqual({ columns: 16, tiles: 160, tileWidth: 41, tileHeight: 72, intervalSec: 2.5 });
  });
});
