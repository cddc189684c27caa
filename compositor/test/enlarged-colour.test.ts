import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { decode, type RgbImage } from '@framemill/testing/images';
import type { Clip } from '@framemill/timeline';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { psnr, shoot } from './images.ts';
import { documentOf, TO_RGB } from './media/judge.ts';

if (ffmpegMissing) console.warn(`enlarged-colour: skipped, ${ffmpegMissing}`);

const small = { width: 24, height: 16 };
const times = 10;
const large = { width: times * small.width, height: times * small.height };
const lossless = ['-c:v', 'libx264', '-qp', '0', '-pix_fmt', 'yuv444p'];
const bt709 = 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int+bicubic,format=yuv444p';
const tags = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'];

// Thin lines and dots in colours of nearly the same brightness: what halved chroma cannot hold.
const colours = [
  [220, 40, 40],
  [30, 110, 40],
  [40, 80, 230],
  [200, 60, 160],
] as const;

function pixel(x: number, y: number): readonly number[] {
  const kind = y < 8 ? x % 2 : (x >> 1) + (y >> 1);
  return colours[(kind + (x > 12 ? 2 : 0)) % 4] ?? [0, 0, 0];
}

/** Computes the PSNR of both chroma planes together, without luma. */
function chromaPsnr(a: RgbImage, b: RgbImage): number {
  const differences = ({ data }: RgbImage) =>
    Uint8Array.from({ length: (data.length / 3) * 2 }, (_, at) => {
      const [red = 0, green = 0, blue = 0] = data.subarray(3 * (at >> 1), 3 * (at >> 1) + 3);
      const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      return Math.round(at % 2 === 0 ? 128 + (blue - luma) / 1.8556 : 128 + (red - luma) / 1.5748);
    });
  return psnr(differences(a), differences(b));
}

describe.skipIf(ffmpegMissing)('pictures that are enlarged keep their colour', () => {
  let folder = '';
  let original = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'framemill-enlarged-'));
    original = join(folder, 'thin-colours.png');
    const data = new Uint8Array(small.width * small.height * 3);
    for (let y = 0; y < small.height; y++) {
      for (let x = 0; x < small.width; x++) data.set(pixel(x, y), 3 * (y * small.width + x));
    }
    await sharp(data, { raw: { ...small, channels: 3 } })
      .png()
      .toFile(original);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Enlarges the image with ffmpeg as the reference: scaled in RGB, then converted to 4:2:0 at the final size. */
  async function judged(filters: string): Promise<RgbImage> {
    const out = join(folder, 'judged.png');
    const sites = 'scale=out_color_matrix=bt709:flags=accurate_rnd+full_chroma_int+bilinear,format=yuv420p';
    ffmpeg(['-i', original, '-vf', `format=gbrp,${filters},${sites},${TO_RGB}`, '-frames:v', '1', out]);
    return decode(out);
  }

  const enlarge = `scale=${large.width}:${large.height}:flags=bilinear+accurate_rnd+full_chroma_int`;

  async function shown(path: string, fields: Partial<Clip> = {}): Promise<RgbImage> {
    const { document, media } = await documentOf(path, large, fields, '#808080');
    return shoot(document, media, 0);
  }

  it.each([
    { name: 'image.png', args: [], floor: 33 },
    { name: 'image.webp', args: ['-lossless', '1', '-pix_fmt', 'bgra'], floor: 33 },
    { name: 'animated.gif', args: ['-vf', 'split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none'], floor: 33 },
    { name: 'animated.png', args: ['-c:v', 'apng', '-f', 'apng', '-pix_fmt', 'rgba'], floor: 33 },
    { name: 'animation.mov', args: ['-c:v', 'qtrle', '-pix_fmt', 'rgb24'], floor: 33 },
    { name: 'full-chroma.mp4', args: ['-vf', bt709, ...lossless, ...tags], floor: 33 },
    { name: 'full-chroma-601.mp4', args: ['-vf', 'scale=out_range=full,format=yuvj444p', ...lossless], floor: 33 },
    { name: 'full-chroma.webm', args: ['-vf', bt709, '-c:v', 'libvpx-vp9', '-lossless', '1', ...tags], floor: 33 },
    {
      name: 'full-chroma-alpha.mov',
      args: ['-c:v', 'prores_ks', '-profile:v', '4', '-qscale:v', '1', '-pix_fmt', 'yuva444p10le'],
      floor: 33,
    },
  ])('$name', async ({ name, args, floor }) => {
    const path = join(folder, name);
    const repeated = name.startsWith('image') ? [] : ['-loop', '1', '-framerate', '25', '-t', '0.12'];
    ffmpeg([...repeated, '-i', original, ...args, path]);
    const image = await shown(path);
    const figure = chromaPsnr(image, await judged(enlarge));
    console.info(`${name}: chroma ${figure.toFixed(1)} dB`);
    expect(figure).toBeGreaterThan(floor);
  });

  it('also turned', async () => {
    const angle = 20;
    const image = await shown(original, { rotation: angle });
    const turn = `rotate=${angle}*PI/180:fillcolor=0x808080`;
    const figure = chromaPsnr(image, await judged(`${enlarge},${turn}`));
    console.info(`turned: chroma ${figure.toFixed(1)} dB`);
    expect(figure).toBeGreaterThan(32);
  });

  it('also shown larger and larger, where each moment is between 1 and 3 times', async () => {
    const kfScale = [
      { time: 0, value: 1 },
      { time: 4, value: 3 },
    ];
    const { document, media } = await documentOf(original, large, { fit: 'none', kfScale }, '#808080');
    for (const at of [0, 1, 2, 3]) {
      const image = await shoot(document, media, at);
      const size = (side: number) => Math.round(side * (1 + at / 2));
      const [width, height] = [size(small.width), size(small.height)];
      const scaled = `scale=${width}:${height}:flags=bilinear+accurate_rnd+full_chroma_int`;
      const around = `pad=${large.width}:${large.height}:(ow-iw)/2:(oh-ih)/2:0x808080`;
      const figure = chromaPsnr(image, await judged(`${scaled},${around}`));
      console.info(`at ${at} s: chroma ${figure.toFixed(1)} dB`);
      expect(figure).toBeGreaterThan(40);
    }
  });
});
