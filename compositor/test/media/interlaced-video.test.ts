import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { readNumber } from '@framemill/testing/numbered-video';
import type { Frame } from 'node-av/lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { psnr } from '../images.ts';
import { judge, render, TO_RGB } from './judge.ts';

if (ffmpegMissing) console.warn(`interlaced-video: skipped, ${ffmpegMissing}`);

const FRAMES = 40;

interface Kind {
  name: string;
  order: 'tff' | 'bff';
  args: readonly string[];
}

const kinds: Kind[] = [
  {
    name: 'h264-top-first.mp4',
    order: 'tff',
    args: ['-c:v', 'libx264', '-flags', '+ilme+ildct', '-x264opts', 'tff=1:keyint=10', '-bf', '2'],
  },
  {
    name: 'h264-bottom-first.mkv',
    order: 'bff',
    args: ['-c:v', 'libx264', '-flags', '+ilme+ildct', '-x264opts', 'bff=1:keyint=10'],
  },
  {
    name: 'mpeg2.ts',
    order: 'tff',
    args: ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-q:v', '2', '-g', '12', '-bf', '2'],
  },
  { name: 'mpeg2.mpg', order: 'bff', args: ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-q:v', '2', '-g', '12'] },
  { name: 'prores.mov', order: 'tff', args: ['-c:v', 'prores_ks', '-flags', '+ilme+ildct', '-pix_fmt', 'yuv422p10le'] },
];

describe.skipIf(ffmpegMissing)('interlaced video', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-interlaced-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  // Fifty pictures a second of a bar that moves, woven into twenty-five; the number of the frame in blocks below it, which does not move within a frame.
  function make({ name, order, args }: Kind): string {
    const path = join(folder, name);
    const bit = '7-floor(X/16)';
    const number = `30+190*mod(floor(floor(N/2)/pow(2,${bit})),2)`;
    const bar = '40+160*between(mod(X-3*N,128),20,50)';
    const moving = `nullsrc=s=128x96:r=50:d=${FRAMES / 25},geq=lum='if(gt(Y,31),${number},${bar})':cb=128:cr=128`;
    const mode = order === 'tff' ? 'interleave_top' : 'interleave_bottom';
    const woven = `${moving},format=yuv420p,tinterlace=${mode},setfield=${order}`;
    ffmpeg(['-f', 'lavfi', '-i', woven, '-frames:v', String(FRAMES), ...args, path]);
    return path;
  }

  it.each(kinds)('$name loses its combs, as in ffmpeg, and keeps its rate', async (kind) => {
    const path = make(kind);
    const video = openVideoSource(path);
    for (let k = 0; k < FRAMES; k++) {
      const frame = video.frameAt(k / 25 + 0.001);
      expect({ k, shown: readNumber(frame) }).toEqual({ k, shown: k });
      expect(combs(frame)).toBeLessThan(4);
    }
    expect(video.damaged).toBe(0);
    video.close();
    const woven = await judge(folder, path, 20);
    const progressive = await judge(folder, path, 20, TO_RGB, 'bwdif=mode=send_frame:deint=interlaced');
    const image = await render(path, 20 / 25);
    expect(psnr(image.data, progressive.data)).toBeGreaterThan(38);
    expect(psnr(image.data, woven.data)).toBeLessThan(30);
  });

  it.each(kinds)('$name gives the same bytes for a time however it was reached', (kind) => {
    const path = make(kind);
    const bytesAt = (visits: number[]) => {
      const video = openVideoSource(path);
      const bytes = visits.map((k) => Buffer.concat(video.frameAt(k / 25 + 0.001).data ?? []).toString('base64'));
      video.close();
      return bytes.at(-1);
    };
    for (const k of [0, 1, 9, 10, 11, 12, 25, FRAMES - 1]) {
      const forward = bytesAt(Array.from({ length: k + 1 }, (_, i) => i));
      expect({ k, same: bytesAt([k]) === forward }).toEqual({ k, same: true });
      expect({ k, same: bytesAt([FRAMES - 1, k]) === forward }).toEqual({ k, same: true });
      expect({ k, same: bytesAt([FRAMES - 1, k + 1, k]) === forward }).toEqual({ k, same: true });
    }
  });

  it('starts being made progressive in the middle, where its first interlaced picture is', () => {
    const progressive = join(folder, 'progressive.ts');
    const size = 'testsrc2=s=128x96:r=25:d=1,format=yuv420p';
    ffmpeg(['-f', 'lavfi', '-i', size, '-c:v', 'mpeg2video', '-q:v', '2', '-g', '12', progressive]);
    const interlaced = make({
      name: 'second.ts',
      order: 'tff',
      args: ['-c:v', 'mpeg2video', '-flags', '+ilme+ildct', '-q:v', '2', '-g', '12'],
    });
    const joined = join(folder, 'joined.ts');
    ffmpeg(['-i', `concat:${progressive}|${interlaced}`, '-c', 'copy', '-fflags', '+genpts', joined]);
    const shownIn = (order: number[]) => {
      const video = openVideoSource(joined);
      const shown = order.map((k) => [k, Buffer.concat(video.frameAt(k / 25 + 0.001).data ?? []).toString('base64')]);
      video.close();
      return new Map(shown.map(([k, bytes]) => [k, bytes]));
    };
    const list = [0, 10, 22, 23, 24, 25, 26, 27, 40];
    const forward = shownIn(list);
    const backward = shownIn([...list].reverse());
    for (const k of list) expect({ k, same: forward.get(k) === backward.get(k) }).toEqual({ k, same: true });
  });
});

/**
 * Measures interlacing artifacts in the rows of the bar: the difference of rows from the mean of their neighbours,
 * compared with the difference between those neighbours. About 70 for interleaved fields in motion.
 */
function combs(frame: Frame): number {
  const luma = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  let sum = 0;
  let count = 0;
  for (let y = 4; y < 28; y++) {
    for (let x = 0; x < frame.width; x++) {
      const at = (row: number) => luma?.[row * stride + x] ?? 0;
      sum += Math.max(0, Math.abs(at(y) - (at(y - 1) + at(y + 1)) / 2) - Math.abs(at(y - 1) - at(y + 1)));
      count += 1;
    }
  }
  return sum / count;
}
