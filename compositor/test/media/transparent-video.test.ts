import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { decode } from '@framemill/testing/images';
import { makeNumberedVideo, readNumber } from '@framemill/testing/numbered-video';
import { sampled } from '@framemill/testing/sampled';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openVideoSource } from '../../src/media/decode/video-source.ts';
import { pixelAt, psnr, shoot } from '../images.ts';
import { documentOf, render, TO_RGB } from './judge.ts';

if (ffmpegMissing) console.warn(`transparent-video: skipped, ${ffmpegMissing}`);

const FRAMES = 30;
const BACKGROUND = '#2060a0';

// Clear on the left, opaque on the right; soft in the lower half, where colour differs from the background's, hard above.
const alpha = 'if(lt(Y,32),255*gt(X,63),clip(2*X,0,255))';
const yuva = `format=yuva420p,geq=lum='lum(X,Y)':cb='128+50*sin(X/11)':cr='128+50*cos(Y/9)':a='${alpha}'`;
const rgba = `format=rgba,geq=r='60+X':g='r(X,Y)*0.6+40':b='200-Y*2':a='${alpha}'`;
const onOff = `format=rgba,geq=r='60+X':g='r(X,Y)*0.6+40':b='200-Y*2':a='255*gt(X,63)'`;

interface Kind {
  name: string;
  filters: string;
  args: readonly string[];
  /** Arguments of ffmpeg that select a decoder which returns the alpha. */
  decoder?: readonly string[];
  /** Whether ffmpeg writes the format but cannot read it. The reference is then the lossless source of the file. */
  unreadable?: boolean;
  floor: number;
}

const kinds: Kind[] = [
  {
    name: 'vp8.webm',
    filters: yuva,
    args: ['-c:v', 'libvpx', '-b:v', '4M', '-auto-alt-ref', '0'],
    decoder: ['-c:v', 'libvpx'],
    floor: 36,
  },
  {
    name: 'vp9.webm',
    filters: yuva,
    args: ['-c:v', 'libvpx-vp9', '-crf', '10', '-b:v', '0', '-cpu-used', '8', '-g', '10'],
    decoder: ['-c:v', 'libvpx-vp9'],
    floor: 36,
  },
  {
    name: 'prores-4444.mov',
    filters: yuva,
    args: ['-c:v', 'prores_ks', '-profile:v', '4', '-pix_fmt', 'yuva444p10le'],
    floor: 36,
  },
  { name: 'animation.mov', filters: rgba, args: ['-c:v', 'qtrle', '-pix_fmt', 'argb'], floor: 36 },
  { name: 'png.mov', filters: rgba, args: ['-c:v', 'png', '-pix_fmt', 'rgba'], floor: 36 },
  { name: 'animated.png', filters: rgba, args: ['-c:v', 'apng', '-f', 'apng', '-pix_fmt', 'rgba'], floor: 36 },
  {
    name: 'animated.webp',
    filters: rgba,
    args: ['-c:v', 'libwebp_anim', '-lossless', '1', '-pix_fmt', 'bgra'],
    unreadable: true,
    floor: 36,
  },
  { name: 'animated.gif', filters: `${onOff},split[a][b];[a]palettegen[p];[b][p]paletteuse`, args: [], floor: 30 },
];

describe.skipIf(ffmpegMissing)('video with alpha', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-alpha-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const make = ({ name, filters, args }: Pick<Kind, 'name' | 'filters' | 'args'>) => {
    const path = join(folder, name);
    makeNumberedVideo(path, { frames: FRAMES, rate: '25', args: ['-vf', filters, ...args] });
    return path;
  };

  for (const { cases, tags } of sampled(kinds, 3))
    it.each(cases)('$name shows what lies below it, as in ffmpeg', { tags }, async (kind) => {
      const path = make(kind);
      expect(await probeMedia(path)).toMatchObject({ kind: 'video', width: 128, height: 64, hasAlpha: true });
      const image = await render(path, 20 / 25, BACKGROUND);
      const judged = join(folder, 'judged.png');
      const source = kind.unreadable ? make({ ...kind, name: 'source.mov', args: ['-c:v', 'png'] }) : path;
      const below = `color=${BACKGROUND.replace('#', '0x')}:s=128x64:r=25:d=2,format=gbrp`;
      const graph = `[0:v]select='eq(n,20)',setpts=0,format=gbrap[p];[1:v][p]overlay=format=gbrp,format=yuv420p,${TO_RGB}`;
      const inputs = [...(kind.decoder ?? []), '-i', source, '-f', 'lavfi', '-i', below];
      ffmpeg([...inputs, '-filter_complex', graph, '-frames:v', '1', '-update', '1', judged]);
      const likeness = psnr(image.data, (await decode(judged)).data);
      expect(likeness).toBeGreaterThan(kind.floor);
      // Nothing of the video is left where it is clear.
      for (const [i, value] of pixelAt(image, 4, 10).entries())
        expect(Math.abs(value - ([0x20, 0x60, 0xa0][i] ?? 0))).toBeLessThanOrEqual(3);
    });

  for (const { cases, tags } of sampled(kinds, 3))
    it.each(cases)('$name shows the right picture in any order, with alpha and without', { tags }, (kind) => {
      const path = make({ ...kind, filters: "format=rgba,geq=r='r(X,Y)':g='g(X,Y)':b='b(X,Y)':a='255*gt(Y,15)'" });
      const orders = [0, 1, 2, 10, 29, 5, 4, 3, 20, 0];
      for (const options of [{}, { alpha: true }]) {
        const video = openVideoSource(path, options);
        expect(video.hasAlpha).toBe(options.alpha === true);
        for (const k of orders) {
          const frame = video.frameAt(k / 25 + 0.001);
          // Of RGBA, the first of four bytes a pixel is as good as luma.
          const bytes = (frame.linesize[0] ?? 0) >= 4 * 128 ? 4 : 1;
          expect({ k, shown: readNumber(frame, { bytes }) }).toEqual({ k, shown: k });
        }
        expect(video.damaged).toBe(0);
        video.close();
      }
    });

  it('is drawn scaled, turned and half seen like any other layer', async () => {
    const path = make({ name: 'turned.mov', filters: rgba, args: ['-c:v', 'png', '-pix_fmt', 'rgba'] });
    const { document, media } = await documentOf(
      path,
      { width: 128, height: 64 },
      { scale: 0.4, rotation: 90, opacity: 0.5, x: 20 },
      BACKGROUND,
    );
    const image = await shoot(document, media, 0.4);
    // Turned clockwise its left, clear side is up; below it half of the opaque side shows.
    const [upper, lower] = [pixelAt(image, 90, 20), pixelAt(image, 90, 50)];
    expect(Math.abs(upper[0] - 0x20)).toBeLessThanOrEqual(3);
    expect(lower[0]).toBeGreaterThan(0x20 + 40);
    expect(lower[0]).toBeLessThan(150);
  });
});
