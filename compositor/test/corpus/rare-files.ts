import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ffmpeg } from '@framemill/testing/ffmpeg';
import { decode } from '@framemill/testing/images';
import { findBrowser, openBrowser } from '../../src/chromium/index.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openImageSource } from '../../src/media/decode/still/image-source.ts';
import { likeness } from '../audio/against-decoder.ts';
import { id3 } from '../audio/id3-tag.ts';
import { psnr } from '../images.ts';
import { judge, render, TO_RGB } from '../media/judge.ts';
import { tinyApng } from '../media/tiny-apng.ts';
import { type TinyBmp, tinyBmp } from '../media/tiny-bmp.ts';
import { fatalAc4 } from '../media/tiny-mp4.ts';
import { type TinyTiff, tinyTiff } from '../media/tiny-tiff.ts';
import { screenshot } from '../screenshot.ts';
import type { Row } from './row.ts';

const SIDE = 32;
/** Minimum PSNR in dB for exact images. A colour between two levels may be rounded to either. */
const EXACT_DB = 50;
/** Minimum PSNR in dB for HDR images, which the browser computes in 16-bit floats. */
const HDR_DB = 45;
/** Minimum PSNR in dB for frames that were converted to 4:2:0. A square in a wrong colour gives less than 22. */
const FRAME_DB = 33;

/**
 * Compares rare kinds of files with references: AC-4, FLAC and AAC after an ID3 tag, HDR stills, and variants of TIFF,
 * BMP and APNG.
 */
export async function* rareFiles(folder: string): AsyncGenerator<Row> {
  yield* refusedFiles(folder);
  yield* taggedAudio(folder);
  yield* tiffs(folder);
  yield* inBrowser(folder);
  yield await disposal(folder);
}

/** Returns the result 1 when a file is rejected with a message that contains `said`, otherwise 0. */
async function refusal(path: string, file: string, said: string): Promise<Row> {
  const message = await probeMedia(path).then(
    () => 'it was accepted',
    (error: unknown) => String(error),
  );
  return {
    file,
    judge: 'refused by name',
    figure: message.includes(said) ? 1 : 0,
    floor: 1,
    note: message.slice(0, 120),
  };
}

async function* refusedFiles(folder: string): AsyncGenerator<Row> {
  const path = join(folder, 'ac-4.mp4');
  writeFileSync(path, fatalAc4());
  yield refusal(path, 'ac-4.mp4', 'codec "ac4"');
}

function* taggedAudio(folder: string): Generator<Row> {
  for (const ending of ['flac', 'aac', 'mp3']) {
    const path = join(folder, `tagged.${ending}`);
    ffmpeg(['-f', 'lavfi', '-i', 'aevalsrc=0.5*sin(600*t)*sin(3*t)|0.3*sin(900*t):s=44100:d=2', '-b:a', '192k', path]);
    writeFileSync(path, Buffer.concat([id3(300_000), readFileSync(path)]));
    const { correlation, lagSec } = likeness(path, 44_100, 4);
    const note = `lag ${(lagSec * 1000).toFixed(1)} ms`;
    yield { file: `ID3 in front of .${ending}`, judge: 'ffmpeg, contiguous', figure: correlation, floor: 0.999, note };
  }
}

const rgb = Array.from({ length: SIDE * SIDE }, (_, k) => [(k * 5) & 255, (k * 3) & 255, 255 - (k & 255)]);
const scaled = (top: number) => rgb.map((pixel) => pixel.map((value) => Math.round((value * top) / 255)));
const plain: TinyTiff = { width: SIDE, height: SIDE, bits: 8, photometric: 2, samples: rgb };
const read: Record<string, TinyTiff> = {
  planes: { ...plain, planar: true },
  tiles: { ...plain, tile: 16 },
  '16 bits': { ...plain, bits: 16, samples: scaled(65_535) },
  'straight alpha': { ...plain, samples: rgb.map((pixel, k) => [...pixel, k & 255]), extra: 2 },
  grey: { ...plain, photometric: 1, samples: rgb.map(([red = 0]) => [red]) },
  'grey of 4 bits': { ...plain, bits: 4, photometric: 1, samples: scaled(15).map(([red = 0]) => [red]) },
  'white is zero': { ...plain, photometric: 0, samples: rgb.map(([red = 0]) => [red]) },
  'Lab of 16 bits': {
    ...plain,
    bits: 16,
    photometric: 8,
    samples: rgb.map((_, k) => [20_000 + 40 * k, 2_000, 60_000]),
  },
};
const refused: Record<string, [TinyTiff, string]> = {
  'tiles of planes': [{ ...plain, planar: true, tile: 16 }, 'tiles of separate planes'],
  '12 bits': [{ ...plain, bits: 12, samples: scaled(4_095) }, '12 bits'],
  '32 bits': [{ ...plain, bits: 32, samples: scaled(4_294_967_295) }, '32 bits'],
  'Lab of 8 bits': [{ ...plain, photometric: 8 }, 'Lab colours'],
};

async function* tiffs(folder: string): AsyncGenerator<Row> {
  // Each has a name of its own: the image library keeps what it read under a name.
  for (const [name, [image, said]] of Object.entries(refused)) {
    const path = join(folder, `${name}.tiff`);
    writeFileSync(path, tinyTiff(image));
    yield await refusal(path, `TIFF, ${name}`, said);
  }
  const hasJudge = /ImageMagick \d/.test(spawnSync('convert', ['-version']).stdout?.toString() ?? '');
  if (!hasJudge) process.stdout.write('TIFF: skipped, ImageMagick is not installed\n');
  for (const [name, image] of hasJudge ? Object.entries(read) : []) {
    const path = join(folder, `${name}.tiff`);
    writeFileSync(path, tinyTiff(image));
    const theirs = spawnSync('convert', [`${path}[0]`, '-colorspace', 'sRGB', '-depth', '8', 'rgba:-']).stdout;
    const figure = psnr((await openImageSource(path)).rgba(), theirs);
    yield { file: `TIFF, ${name}`, judge: 'ImageMagick', figure, floor: EXACT_DB };
  }
}

const numbers = Array.from({ length: SIDE }, (_, y) => Array.from({ length: SIDE }, (_unused, x) => y * SIDE + x));
const of16 = numbers.map((row) => row.map((number) => (number * 64) & 0xffff));
const of32 = numbers.map((row) => row.map((number) => (number * 0x01234567) >>> 0));
const bmp = { width: SIDE, height: SIDE } as const;
const bmps: Record<string, TinyBmp> = {
  '32 bits without alpha': { ...bmp, bits: 32, rows: of32 },
  '32 bits by fields': { ...bmp, bits: 32, rows: of32, masks: [0xff, 0xff00, 0xff0000] },
  '32 bits by fields with alpha': {
    ...bmp,
    bits: 32,
    rows: of32,
    masks: [0xff0000, 0xff00, 0xff, 0xff000000],
    header: 124,
  },
  '10 bits a component': { ...bmp, bits: 32, rows: of32, masks: [0x3ff00000, 0xffc00, 0x3ff] },
  '16 bits': { ...bmp, bits: 16, rows: of16 },
  '5, 6 and 5 bits': { ...bmp, bits: 16, rows: of16, masks: [0xf800, 0x7e0, 0x1f] },
  '4 bits a component with alpha': { ...bmp, bits: 16, rows: of16, masks: [0xf00, 0xf0, 0xf, 0xf000], header: 108 },
};

const high = [
  { curve: 'smpte2084', primaries: 'bt2020' },
  { curve: 'arib-std-b67', primaries: 'bt2020' },
  { curve: 'smpte2084', primaries: 'smpte432' },
];

/** Compares images with Chromium's rendering over white: BMP and HDR AVIF. */
async function* inBrowser(folder: string): AsyncGenerator<Row> {
  if (findBrowser() === null) return void process.stdout.write('BMP and HDR: skipped, there is no Chromium\n');
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ width: SIDE, height: SIDE, scale: 1 });
    const compare = async (path: string, file: string, floor: number): Promise<Row> => {
      const url = `data:image/${extname(path).slice(1)};base64,${readFileSync(path).toString('base64')}`;
      await page.setContent(`<style>body{margin:0}img{display:block}</style><img src="${url}">`);
      const theirs = await decode(await screenshot(page));
      const ours = overWhite((await openImageSource(path)).rgba());
      return { file, judge: 'Chromium', figure: psnr(ours, theirs.data), floor };
    };
    for (const [name, image] of Object.entries(bmps)) {
      const path = join(folder, `${name}.bmp`);
      writeFileSync(path, tinyBmp(image));
      yield await compare(path, `BMP, ${name}`, EXACT_DB);
    }
    for (const { curve, primaries } of high) {
      const path = join(folder, `${curve}-${primaries}.avif`);
      const colours = "format=gbrp10le,geq=r='200+X*16':g='150+Y*20':b='700-X*9'";
      const source = ['-f', 'lavfi', '-i', `color=black:s=${SIDE}x${SIDE}:r=25:d=0.04,${colours}`];
      const coded = ['-vf', 'scale=out_color_matrix=bt2020:out_range=full:flags=accurate_rnd,format=yuv444p10le'];
      const tags = [
        '-color_primaries',
        primaries,
        '-color_trc',
        curve,
        '-colorspace',
        'bt2020nc',
        '-color_range',
        'pc',
      ];
      const still = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '1', '-cpu-used', '8', '-frames:v', '1'];
      ffmpeg([...source, ...coded, ...still, ...tags, path]);
      yield await compare(path, `AVIF, ${curve} of ${primaries}`, HDR_DB);
    }
  } finally {
    await browser.close();
  }
}

/** Composites RGBA that is not premultiplied over white and returns RGB. */
function overWhite(rgba: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: (rgba.length / 4) * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3) * 4;
    const alpha = (rgba[pixel + 3] ?? 255) / 255;
    return Math.round((rgba[pixel + (at % 3)] ?? 0) * alpha + 255 * (1 - alpha));
  });
}

/** Compares the last frame of an APNG that uses every disposal method with the expected colours. */
async function disposal(folder: string): Promise<Row> {
  const path = join(folder, 'disposal.png');
  // Pale, since a frame has one colour for four pixels.
  const colours = [
    [150, 90, 90, 255],
    [90, 150, 90, 255],
    [90, 90, 150, 255],
    [150, 150, 90, 255],
  ] as const;
  const ways = ['none', 'background', 'previous', 'none'] as const;
  const frames = colours.map((colour, k) => ({
    ...{ x: k === 0 ? 0 : 8 * k, y: 0, width: k === 0 ? SIDE : 8, height: SIDE },
    ...{ pixel: () => colour, dispose: ways[k] ?? 'none', blend: 'source' as const },
  }));
  writeFileSync(path, tinyApng(SIDE, SIDE, frames));
  const theirs = await judge(folder, path, 3, TO_RGB);
  return {
    file: 'APNG, disposal',
    judge: 'ffmpeg',
    figure: psnr((await render(path, 0.35)).data, theirs.data),
    floor: FRAME_DB,
  };
}
