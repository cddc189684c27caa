import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpegMissing } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, readNumber } from '@framemill/testing/numbered-video';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { lumaOf, psnr } from '../images.ts';
import { judge, render, TO_RGB } from './judge.ts';
import { realMedia } from './real-media.ts';

if (ffmpegMissing) console.warn(`video-kinds: skipped, ${ffmpegMissing}`);

const FRAMES = 50;
const PROJECT_FPS = 30;

// Under the numbers, which are luma alone, colours without hard edges: programs differ in how they fill in chroma between its samples.
const colours = "geq=lum='lum(X,Y)':cb='128+60*sin(X/11)':cr='128+60*cos(Y/9)'";

interface Kind {
  name: string;
  /** Output options of ffmpeg after the filters. */
  args: readonly string[];
  filters?: string;
  /** Minimum PSNR of frames compared with ffmpeg's own conversion, in dB. */
  floor: number;
  /** Whether ffmpeg writes the format but cannot read it. The reference is then the lossless source of the file. */
  unreadable?: boolean;
  /** Whether the file stores RGB. The reference is then converted to 4:2:0 first, as every render does. */
  isRgb?: boolean;
  mimeType: string;
}

const prores = (profile: number, format: string): Kind => ({
  name: `prores-${profile}.mov`,
  args: ['-c:v', 'prores_ks', '-profile:v', String(profile), '-pix_fmt', format],
  floor: 38,
  mimeType: 'video/quicktime',
});

const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error:keyint=24'];
const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '24'];

const kinds: Kind[] = [
  { name: 'h264.mp4', args: h264, floor: 38, mimeType: 'video/mp4' },
  { name: 'h264.mov', args: h264, floor: 38, mimeType: 'video/quicktime' },
  { name: 'h264.mkv', args: h264, floor: 38, mimeType: 'video/x-matroska' },
  { name: 'h264.flv', args: h264, floor: 38, mimeType: 'video/x-flv' },
  { name: 'h264-10-bit.mp4', args: ['-pix_fmt', 'yuv420p10le', ...h264], floor: 38, mimeType: 'video/mp4' },
  { name: 'h264-4-2-2.mp4', args: ['-pix_fmt', 'yuv422p', ...h264], floor: 38, mimeType: 'video/mp4' },
  { name: 'h264-4-4-4.mp4', args: ['-pix_fmt', 'yuv444p', ...h264], floor: 38, mimeType: 'video/mp4' },
  {
    name: 'h264-tagged-709.mp4',
    filters: 'scale=out_color_matrix=bt709',
    args: [...h264, '-colorspace', 'bt709'],
    floor: 38,
    mimeType: 'video/mp4',
  },
  {
    name: 'h264-full-range.mp4',
    filters: 'scale=out_range=full',
    args: ['-pix_fmt', 'yuvj420p', ...h264],
    floor: 38,
    mimeType: 'video/mp4',
  },
  { name: 'hevc.mp4', args: hevc, floor: 38, mimeType: 'video/mp4' },
  { name: 'hevc-10-bit.mp4', args: ['-pix_fmt', 'yuv420p10le', ...hevc], floor: 38, mimeType: 'video/mp4' },
  { name: 'vp8.webm', args: ['-c:v', 'libvpx', '-g', '24'], floor: 38, mimeType: 'video/webm' },
  { name: 'vp9.webm', args: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-g', '24'], floor: 38, mimeType: 'video/webm' },
  {
    name: 'vp9-10-bit.webm',
    args: ['-c:v', 'libvpx-vp9', '-cpu-used', '8', '-pix_fmt', 'yuv420p10le'],
    floor: 38,
    mimeType: 'video/webm',
  },
  { name: 'av1.mp4', args: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-g', '24'], floor: 38, mimeType: 'video/mp4' },
  {
    name: 'av1-10-bit.webm',
    args: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-pix_fmt', 'yuv420p10le'],
    floor: 38,
    mimeType: 'video/webm',
  },
  ...[0, 1, 2, 3].map((profile) => prores(profile, 'yuv422p10le')),
  prores(4, 'yuv444p10le'),
  { name: 'motion-jpeg.avi', args: ['-c:v', 'mjpeg', '-q:v', '2'], floor: 38, mimeType: 'video/x-msvideo' },
  { name: 'motion-jpeg.mov', args: ['-c:v', 'mjpeg', '-q:v', '2'], floor: 38, mimeType: 'video/quicktime' },
  { name: 'mpeg2.mpg', args: ['-c:v', 'mpeg2video', '-bf', '2', '-q:v', '3'], floor: 38, mimeType: 'video/mpeg' },
  { name: 'mpeg4.avi', args: ['-c:v', 'mpeg4', '-q:v', '3'], floor: 38, mimeType: 'video/x-msvideo' },
  { name: 'theora.ogv', args: ['-c:v', 'libtheora', '-q:v', '7'], floor: 38, mimeType: 'video/ogg' },
  { name: 'wmv2.wmv', args: ['-c:v', 'wmv2', '-q:v', '3'], floor: 38, mimeType: 'video/x-ms-asf' },
  { name: 'animated.gif', args: [], isRgb: true, floor: 34, mimeType: 'image/gif' },
  { name: 'animated.png', args: ['-c:v', 'apng', '-f', 'apng'], isRgb: true, floor: 38, mimeType: 'image/apng' },
  {
    name: 'animated.webp',
    args: ['-c:v', 'libwebp_anim', '-lossless', '1'],
    isRgb: true,
    floor: 38,
    unreadable: true,
    mimeType: 'image/webp',
  },
  {
    name: 'animated.avif',
    args: ['-c:v', 'libaom-av1', '-cpu-used', '8', '-crf', '12', '-g', '24'],
    floor: 36,
    mimeType: 'image/avif',
  },
];

/** Kinds of video that `npm test` covers: one for each common decoder and for each way of storing colours. */
const sample = new Set([
  ...['h264.mp4', 'h264-4-2-2.mp4', 'h264-full-range.mp4', 'hevc-10-bit.mp4', 'vp9.webm', 'av1.mp4', 'prores-4.mov'],
  ...['motion-jpeg.avi', 'mpeg2.mpg', 'animated.gif', 'animated.webp'],
]);

describe.skipIf(ffmpegMissing)('every kind of video', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-kinds-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  for (const kind of kinds)
    it(
      `${kind.name} renders: size, pictures at their times in any order, colours`,
      {
        tags: sample.has(kind.name) ? [] : 'full',
      },
      () => expectRenders(kind),
    );

  async function expectRenders(kind: Kind): Promise<void> {
    const { name, args, filters, floor, unreadable, isRgb, mimeType } = kind;
    const path = join(folder, name);
    const drawn = filters ? `${colours},${filters}` : colours;
    makeNumberedVideo(path, { frames: FRAMES, rate: '25', args: ['-vf', drawn, ...args] });
    const facts = await probeMedia(path);
    expect(facts).toMatchObject({ kind: 'video', mimeType, width: 128, height: 64, fps: 25 });
    expect(facts.durationSec).toBeGreaterThan(FRAMES / 25 - 0.1);
    // Some containers round, count the last picture twice or start late.
    expect(facts.durationSec).toBeLessThan(FRAMES / 25 + 0.1);

    const video = openVideoSource(path);
    const times = Array.from({ length: (FRAMES * PROJECT_FPS) / 25 }, (_, i) => i / PROJECT_FPS);
    const jumps = [1.9, 0.1, 1.5, 1.44, 0, 0.5].map((at) => Math.round(at * PROJECT_FPS) / PROJECT_FPS);
    for (const at of [...times, ...jumps, ...[...times].reverse()]) {
      expect({ at, k: readNumber(video.frameAt(at)) }).toEqual({ at, k: Math.floor(at * 25 + 1e-6) });
    }
    expect(video.damaged).toBe(0);
    video.close();

    const source = join(folder, 'source.mkv');
    if (unreadable) makeNumberedVideo(source, { frames: FRAMES, rate: '25', args: ['-vf', colours, '-c:v', 'ffv1'] });
    const judged = await judge(folder, unreadable ? source : path, 30, isRgb ? `format=yuv420p,${TO_RGB}` : TO_RGB);
    const likeness = psnr((await render(path, 1.2)).data, judged.data);
    expect(likeness).toBeGreaterThan(floor);
  }
});

describe.skipIf(realMedia === null || ffmpegMissing)('real video', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-real-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    { name: 'video.mp4', width: 1920, height: 1080, filters: TO_RGB, floor: 38 },
    { name: 'edts.mp4', width: 854, height: 480, filters: TO_RGB, floor: 38 },
    // Hard edges between colours, enlarged: programs differ in how they fill in chroma.
    { name: 'sar_2x1.mp4', width: 1280, height: 360, filters: `scale=1280:360:flags=bilinear,${TO_RGB}`, floor: 30 },
  ])('$name looks as in ffmpeg', async ({ name, width, height, filters, floor }) => {
    const path = join(realMedia ?? '', name);
    expect(await probeMedia(path)).toMatchObject({ kind: 'video', width, height });
    const judged = await judge(folder, path, 25, filters);
    const image = await render(path, 25 / ((await probeMedia(path)).fps ?? 25));
    expect([image.width, image.height]).toEqual([width, height]);
    expect(psnr(image.data, judged.data)).toBeGreaterThan(floor);
    expect(psnr(lumaOf(image), lumaOf(judged))).toBeGreaterThan(40);
  });
});
