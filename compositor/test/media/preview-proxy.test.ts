import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing, ffprobe } from '@framemill/testing/ffmpeg';
import { makeNumberedVideo, readNumber } from '@framemill/testing/numbered-video';
import type { Frame } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePreviewProxy, proxySize } from '../../src/ingest/preview-proxy.ts';
import { createDecodeBudget } from '../../src/media/decode/decode-budget.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { psnr } from '../images.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-proxy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the size of a preview proxy', () => {
  it.each([
    [3840, 2160, 1920, 1080],
    [1920, 1080, 960, 540],
    [1080, 1920, 540, 960],
    [1280, 720, 960, 540],
    [853, 480, 854, 480],
    [2, 2, 2, 2],
  ])('of %i x %i is %i x %i', (width, height, proxyWidth, proxyHeight) => {
    const even = proxySize(width, height);
    expect([even.width, even.height]).toEqual([proxyWidth, proxyHeight]);
  });
});

if (ffmpegMissing) console.log(`skipped: preview proxies of made videos (${ffmpegMissing})`);
describe.skipIf(ffmpegMissing !== null)('a preview proxy', () => {
  const h264 = '-c:v libx264 -g 300 -crf 18'.split(' ');
  it.each([
    ['an MP4 of 30 fps with one key frame', 'a.mp4', '30', [...h264]],
    ['29.97 fps with B pictures', 'b.mp4', '30000/1001', [...h264, '-bf', '3']],
    ['Matroska, which rounds to milliseconds', 'c.mkv', '24', [...h264]],
    [
      'a changing frame rate',
      'd.mp4',
      '30',
      [...h264, '-vf', "setpts='if(lt(N,40),N,40+(N-40)*2.5)/30/TB'", '-vsync', 'vfr'],
    ],
  ])('of %s shows at each time what the original shows', async (_what, name, rate, args) => {
    const original = join(folder, name);
    const proxy = join(folder, `${name}.proxy.mp4`);
    makeNumberedVideo(original, { frames: 90, rate, args });
    await makePreviewProxy(original, proxy);
    const [from, to] = [openVideoSource(original), openVideoSource(proxy, { isProxy: true })];
    // On the frame grid of usual projects, between pictures and past the end, never in order.
    const times = Array.from({ length: 200 }, (_, i) => Math.round(((i * 0.618034) % 1) * 150) / 30 + (i % 3) * 0.011);
    const shown = times.map((sec) => [readNumber(from.frameAt(sec)), readNumber(to.frameAt(sec))]);
    from.close();
    to.close();
    expect(shown.filter(([a, b]) => a !== b)).toEqual([]);
    expect(new Set(shown.map(([a]) => a)).size).toBeGreaterThan(40);
  });

  it('keeps the time of pictures that start after the sound', async () => {
    const images = join(folder, 'late-pictures.mp4');
    makeNumberedVideo(images, { frames: 60, rate: '30', args: h264 });
    const original = join(folder, 'late.mp4');
    ffmpeg([
      ...['-f', 'lavfi', '-i', 'sine=d=4', '-itsoffset', '1.5', '-i', images],
      ...['-map', '0:a', '-map', '1:v', '-c:v', 'copy', '-c:a', 'aac', original],
    ]);
    const proxy = join(folder, 'late.proxy.mp4');
    await makePreviewProxy(original, proxy);
    const [from, to] = [openVideoSource(original), openVideoSource(proxy, { isProxy: true })];
    const numbers = [0, 1, 1.6, 2, 3].map((sec) => [readNumber(from.frameAt(sec)), readNumber(to.frameAt(sec))]);
    from.close();
    to.close();
    expect(numbers.map(([, proxied]) => proxied)).toEqual(numbers.map(([shown]) => shown));
    expect(numbers.map(([shown]) => shown)).toEqual([0, 0, 3, 15, 45]);
  });

  it('of an interlaced video has no combs: it shows what the original shows after deinterlacing', async () => {
    const original = join(folder, 'interlaced.mp4');
    const fields = 'testsrc2=s=640x360:r=50:d=2,tinterlace=interleave_top,setfield=tff';
    ffmpeg(['-f', 'lavfi', '-i', fields, ...h264, '-flags', '+ilme+ildct', '-pix_fmt', 'yuv420p', original]);
    const proxy = join(folder, 'interlaced.proxy.mp4');
    await makePreviewProxy(original, proxy);
    const [from, to] = [openVideoSource(original), openVideoSource(proxy, { isProxy: true })];
    for (const sec of [0.2, 1.4, 0.84]) {
      const [a, b] = [lumaOf(from.frameAt(sec)), lumaOf(to.frameAt(sec))];
      expect(psnr(a, b), `at ${sec} s`).toBeGreaterThan(36);
    }
    from.close();
    to.close();
  });

  it('has a key frame at least every eighth of a second, no sound, and is half the size of 1080p', async () => {
    const original = join(folder, 'hd.mp4');
    ffmpeg([
      ...['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:r=25:d=1', '-f', 'lavfi', '-i', 'sine=d=1'],
      ...h264,
      ...['-preset', 'ultrafast'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', original],
    ]);
    const proxy = join(folder, 'hd.proxy.mp4');
    const made = await makePreviewProxy(original, proxy);
    expect(made).toMatchObject({ width: 960, height: 540, frames: 25 });
    const entries = ['-select_streams', 'v', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', proxy];
    const packets = ffprobe(entries).trim().split('\n');
    const keys = packets.filter((line) => line.includes('K')).map((line) => Number(line.split(',')[0]));
    const gaps = keys.map((key, i) => (keys[i + 1] ?? 1) - key);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(0.126);
    expect(ffprobe(['-show_entries', 'stream=codec_type', '-of', 'csv=p=0', proxy]).trim()).toBe('video');
    expect(ffprobe(['-show_entries', 'stream=has_b_frames', '-of', 'csv=p=0', proxy]).trim()).toBe('0');
  });

  it('is decoded from the nearest key frame on, and not beyond what is shown', async () => {
    const original = join(folder, 'jumps.mp4');
    const proxy = join(folder, 'jumps.proxy.mp4');
    makeNumberedVideo(original, { frames: 90, rate: '30', args: h264, width: 640, height: 360 });
    const { width, height } = await makePreviewProxy(original, proxy);
    const mostDecoded = (times: readonly number[]) => {
      const budget = createDecodeBudget();
      const video = openVideoSource(proxy, { isProxy: true, budget });
      const decoded = times.map((sec) => {
        const before = budget.decodedPixels;
        video.frameAt(sec);
        return (budget.decodedPixels - before) / (width * height);
      });
      video.close();
      return Math.max(...decoded);
    };
    // A group is four pictures at most, of 30 a second.
    expect(mostDecoded([1.9])).toBeLessThanOrEqual(4);
    expect(mostDecoded(Array.from({ length: 60 }, (_, i) => (i * 0.618034 * 3) % 2.9))).toBeLessThanOrEqual(4);
    expect(mostDecoded([0.5, 0.4, 0.3, 0.2, 0.1])).toBeLessThanOrEqual(4);
  });

  it('of the same video has the same bytes', async () => {
    const original = join(folder, 'twice.mp4');
    makeNumberedVideo(original, { frames: 30, rate: '30', args: h264 });
    const first = await makePreviewProxy(original, join(folder, 'twice-1.mp4'));
    const second = await makePreviewProxy(original, join(folder, 'twice-2.mp4'));
    expect(second.sha256).toBe(first.sha256);
  });

  it('of a file without pictures is refused and leaves no file', async () => {
    const audio = join(folder, 'sound.wav');
    ffmpeg(['-f', 'lavfi', '-i', 'sine=d=1', audio]);
    await expect(makePreviewProxy(audio, join(folder, 'none.proxy.mp4'))).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(readdirSync(folder)).not.toContain('none.proxy.mp4');
  });
});

function lumaOf(frame: Frame): Uint8Array {
  const [luma] = frame.data ?? [];
  const stride = frame.linesize[0] ?? 0;
  if (!luma) throw new Error('The frame has no data.');
  const rows = Array.from({ length: frame.height }, (_, y) => luma.slice(y * stride, y * stride + frame.width));
  return Uint8Array.from(Buffer.concat(rows));
}
