import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import { decode, type RgbImage } from '@framemill/testing/images';
import { sampled } from '@framemill/testing/sampled';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../../src/chromium/index.ts';
import { openImageSource } from '../../src/media/decode/still/image-source.ts';
import { lumaOf, pixelAt, psnr } from '../images.ts';
import { makeFolder } from '../scenes.ts';
import { screenshot } from '../screenshot.ts';
import { render } from './judge.ts';

// The judge is Chromium.
const missing = ffmpegMissing ?? (findBrowser() === null ? 'this machine has no Chromium' : null);
if (missing) console.warn(`still-colour: skipped, ${missing}`);

const size = { width: 96, height: 64 };
const floorDb = 36;

// Without hard edges, since every render halves chroma.
const colours = "format=gbrp,geq=r='40+X*200/W':g='30+Y*200/H':b='220-X*180/W'";
const source = ['-f', 'lavfi', '-i', `color=black:s=${size.width}x${size.height}:r=25:d=0.04,${colours}`];
const av1 = ['-c:v', 'libaom-av1', '-still-picture', '1', '-crf', '4', '-cpu-used', '8', '-frames:v', '1'];

interface Tags {
  primaries: string;
  curve: string;
  matrix: string;
}

function avif(path: string, format: string, { primaries, curve, matrix }: Tags, most = 1): void {
  const dimmed = most === 1 ? '' : `lutrgb=r=val*${most}:g=val*${most}:b=val*${most},`;
  const coded = `${dimmed}scale=out_color_matrix=${matrix === 'bt2020nc' ? 'bt2020' : matrix}:out_range=full:flags=accurate_rnd,format=${format}`;
  const tags = ['-color_primaries', primaries, '-color_trc', curve, '-colorspace', matrix, '-color_range', 'pc'];
  ffmpeg([...source, '-vf', coded, ...av1, ...tags, path]);
}

/** Writes a PNG of the test colours with additional chunks before its pixel data. */
async function png(path: string, chunks: Record<string, Uint8Array>, depth: 8 | 16 = 8): Promise<void> {
  const plain = `${path}.plain.png`;
  ffmpeg([...source, '-vf', depth === 16 ? 'format=rgb48be' : 'format=rgb24', '-frames:v', '1', plain]);
  const file = readFileSync(plain);
  // What ffmpeg says of colours itself goes: only the header is kept.
  const made = Object.entries(chunks).map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  });
  writeFileSync(path, Buffer.concat([file.subarray(0, 33), ...made, file.subarray(file.indexOf('IDAT') - 4)]));
}

/**
 * Writes a JPEG of the test colours with a gain map that raises its brightness (Ultra HDR): XMP and MPF segments refer
 * to a second JPEG after the first one. Layout: CIPA DC-007 (MPF) and Adobe's gain map specification 1.0.
 */
async function gainMapped(path: string): Promise<void> {
  const [base, map] = [`${path}.base.jpg`, `${path}.map.jpg`];
  ffmpeg([...source, '-vf', 'format=yuvj444p', '-q:v', '1', '-frames:v', '1', base]);
  ffmpeg([...source, '-vf', 'format=gray,scale=48:32', '-q:v', '2', '-frames:v', '1', map]);
  const xmp = (attributes: string, body = '') =>
    Buffer.from(
      `http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" ${attributes}>${body}</rdf:Description></rdf:RDF></x:xmpmeta>`,
    );
  const segment = (marker: number, body: Uint8Array) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(body.length + 2, 2);
    return Buffer.concat([head, body]);
  };
  const begin = readFileSync(base);
  const second = readFileSync(map);
  const gains = xmp(
    'hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False"',
  );
  const mapFile = Buffer.concat([second.subarray(0, 2), segment(0xe1, gains), second.subarray(2)]);
  const item = (semantic: string, more = '') =>
    `<rdf:li rdf:parseType="Resource"><Container:Item Item:Semantic="${semantic}" Item:Mime="image/jpeg" ${more}/></rdf:li>`;
  const directory = `<Container:Directory><rdf:Seq>${item('Primary')}${item('GainMap', `Item:Length="${mapFile.length}"`)}</rdf:Seq></Container:Directory>`;
  const names =
    'xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"';
  const first = segment(0xe1, xmp(names, directory));
  // Sizes and places of both pictures; places count from the byte after `MPF\0`.
  const mpf = Buffer.alloc(4 + 8 + 2 + 3 * 12 + 4 + 32);
  mpf.write('MPF\0MM\0*', 0, 'latin1');
  mpf.writeUInt32BE(8, 8);
  mpf.writeUInt16BE(3, 12);
  const entries: [number, number, number, number][] = [
    [0xb000, 7, 4, 0x30313030],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, 8 + 2 + 3 * 12 + 4],
  ];
  for (const [k, [tag, type, count, value]] of entries.entries()) {
    mpf.writeUInt16BE(tag, 14 + 12 * k);
    mpf.writeUInt16BE(type, 16 + 12 * k);
    mpf.writeUInt32BE(count, 18 + 12 * k);
    mpf.writeUInt32BE(value, 22 + 12 * k);
  }
  const before = begin.length + first.length + mpf.length + 4;
  mpf.writeUInt32BE(0x30000, 54);
  mpf.writeUInt32BE(before, 58);
  mpf.writeUInt32BE(mapFile.length, 70);
  mpf.writeUInt32BE(before - (2 + first.length + 4 + 4), 74);
  writeFileSync(path, Buffer.concat([begin.subarray(0, 2), first, segment(0xe2, mpf), begin.subarray(2), mapFile]));
}

function numbers(...values: number[]): Uint8Array {
  const chunk = Buffer.alloc(4 * values.length);
  for (const [k, value] of values.entries()) chunk.writeUInt32BE(Math.round(value * 100_000), 4 * k);
  return chunk;
}

const adobe = numbers(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06);
const p3 = { primaries: 'smpte432', curve: 'iec61966-2-1', matrix: 'bt709' };

const files: { name: string; make: (path: string) => void | Promise<void> }[] = [
  { name: 'srgb.png', make: (path) => png(path, {}) },
  { name: 'gama-linear.png', make: (path) => png(path, { gAMA: numbers(1) }) },
  { name: 'gama-linear-16-bit.png', make: (path) => png(path, { gAMA: numbers(1) }, 16) },
  { name: 'gama-1-8.png', make: (path) => png(path, { gAMA: numbers(1 / 1.8) }) },
  { name: 'gama-2-2.png', make: (path) => png(path, { gAMA: numbers(0.45455) }) },
  { name: 'chrm-adobe-rgb.png', make: (path) => png(path, { gAMA: numbers(1 / 2.2), cHRM: adobe }) },
  { name: 'cicp-p3.png', make: (path) => png(path, { cICP: Uint8Array.of(12, 13, 0, 1) }) },
  { name: 'cicp-bt2020.png', make: (path) => png(path, { cICP: Uint8Array.of(9, 13, 0, 1) }) },
  { name: 'cicp-bt2020-bt709-curve.png', make: (path) => png(path, { cICP: Uint8Array.of(9, 1, 0, 1) }) },
  { name: 'p3.avif', make: (path) => avif(path, 'yuv444p', p3) },
  { name: 'p3-10-bit.avif', make: (path) => avif(path, 'yuv444p10le', p3) },
  {
    name: 'bt2020-12-bit.avif',
    make: (path) => avif(path, 'yuv444p12le', { primaries: 'bt2020', curve: 'iec61966-2-1', matrix: 'bt2020nc' }),
  },
  {
    name: 'bt709-curve.avif',
    make: (path) => avif(path, 'yuv444p', { primaries: 'bt709', curve: 'bt709', matrix: 'bt709' }),
  },
  {
    name: 'bt601.avif',
    make: (path) => avif(path, 'yuv444p', { primaries: 'smpte170m', curve: 'smpte170m', matrix: 'smpte170m' }),
  },
  {
    name: 'monochrome-limited.avif',
    make: (path) => {
      ffmpeg([...source, '-vf', 'scale=out_range=tv,format=gray', ...av1, '-color_range', 'tv', path]);
    },
  },
];

function chromaPsnr(a: RgbImage, b: RgbImage): number {
  const differences = (image: RgbImage) => {
    const luma = lumaOf(image);
    return Uint8Array.from({ length: luma.length * 2 }, (_, at) => {
      const [red, , blue] = pixelAt(image, (at >> 1) % image.width, Math.floor((at >> 1) / image.width));
      const grey = luma[at >> 1] ?? 0;
      return Math.min(255, Math.round(at % 2 === 0 ? 128 + (blue - grey) / 1.8556 : 128 + (red - grey) / 1.5748));
    });
  };
  return psnr(differences(a), differences(b));
}

describe.skipIf(missing)('colours of still pictures', () => {
  const folder = makeFolder();
  let browser: OpenBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function inBrowser(path: string, background = '#000', seen = size): Promise<RgbImage> {
    const page = await browser.newPage({ ...seen, scale: 1 });
    try {
      const data = readFileSync(path).toString('base64');
      const kind = extname(path).slice(1).replace('jpg', 'jpeg');
      const url = `data:image/${kind};base64,${data}`;
      await page.setContent(
        `<!doctype html><style>body{margin:0;background:${background}}img{display:block}</style><img src="${url}">`,
      );
      return await decode(await screenshot(page));
    } finally {
      await page.context().close();
    }
  }

  function compare(name: string, ours: RgbImage, theirs: RgbImage): void {
    const [luma, chroma] = [psnr(lumaOf(ours), lumaOf(theirs)), chromaPsnr(ours, theirs)];
    console.info(`${name}: luma ${luma.toFixed(1)} dB, chroma ${chroma.toFixed(1)} dB`);
    expect(luma).toBeGreaterThanOrEqual(floorDb);
    expect(chroma).toBeGreaterThanOrEqual(floorDb);
  }

  for (const { cases, tags } of sampled(files, 2))
    it.each(cases)('$name is what Chromium shows', { tags }, async ({ name, make }) => {
      const path = join(folder, name);
      await make(path);
      compare(name, await render(path, 0), await inBrowser(path));
    });

  it('a profile in an AVIF of 10 bits', async () => {
    const path = join(import.meta.dirname, 'icc-p3-10-bit.avif');
    compare('icc-p3-10-bit.avif', await render(path, 0), await inBrowser(path));
  });

  it('a P3 AVIF of four tiles', async () => {
    // Made by avifenc --grid 2x2 of the colours at 128x128.
    const path = join(import.meta.dirname, 'grid-p3.avif');
    compare('grid-p3.avif', await render(path, 0), await inBrowser(path, '#000', { width: 128, height: 128 }));
  });

  it('the base picture of a JPEG with a gain map', async () => {
    const path = join(folder, 'gain-map.jpg');
    await gainMapped(path);
    const { gainMap } = await sharp(path).metadata();
    expect(gainMap).toBeDefined();
    compare('gain-map.jpg', await render(path, 0), await inBrowser(path));
  });

  it('alpha of limited range', async () => {
    // Made by avifenc; one bit of the alpha's sequence header says limited instead of full.
    const path = join(import.meta.dirname, 'alpha-limited.avif');
    compare('alpha-limited.avif', await render(path, 0, '#2060a0'), await inBrowser(path, '#2060a0'));
  });

  /**
   * Returns a copy of an AVIF that states its maximum brightness: a `clli` property is added after the other properties
   * of the first image.
   */
  function withLightLevel(file: Buffer, nits: number): Buffer {
    const clli = Buffer.from([0, 0, 0, 12, ...Buffer.from('clli'), nits >> 8, nits & 255, 0, 0]);
    const [properties, associations] = [file.indexOf('ipco') - 4, file.indexOf('ipma') - 4];
    const grown = Buffer.concat([file.subarray(0, associations), clli, file.subarray(associations)]);
    const grow = (at: number, by: number) => grown.writeUInt32BE(grown.readUInt32BE(at) + by, at);
    grow(properties, clli.length);
    // The first entry of ipma: its item, a count, an index of 7 bits each. One more byte there.
    const count = associations + clli.length + 8 + 4 + 4 + 2;
    const more = grown[count] ?? 0;
    grown[count] = more + 1;
    const last = Array.from({ length: more }, (_, k) => (grown[count + 1 + k] ?? 0) & 127);
    const whole = Buffer.concat([
      grown.subarray(0, count + 1 + more),
      Buffer.from([Math.max(...last) + 1]),
      grown.subarray(count + 1 + more),
    ]);
    const enlarge = (at: number, by: number) => whole.writeUInt32BE(whole.readUInt32BE(at) + by, at);
    enlarge(associations + clli.length, 1);
    enlarge(whole.indexOf('iprp') - 4, 13);
    enlarge(whole.indexOf('meta') - 4, 13);
    // ffmpeg writes one item with one extent of four bytes each: offset and length.
    enlarge(whole.indexOf('iloc') + 4 + 4 + 2 + 2 + 2 + 2 + 2, 13);
    return whole;
  }

  const high = [
    {
      name: 'pq-10-bit.avif',
      format: 'yuv444p10le',
      tags: { primaries: 'bt2020', curve: 'smpte2084', matrix: 'bt2020nc' },
    },
    { name: 'pq-p3.avif', format: 'yuv444p10le', tags: { primaries: 'smpte432', curve: 'smpte2084', matrix: 'bt709' } },
    {
      name: 'hlg-12-bit.avif',
      format: 'yuv444p12le',
      tags: { primaries: 'bt2020', curve: 'arib-std-b67', matrix: 'bt2020nc' },
    },
  ];
  it.each(high)('$name of high dynamic range is what Chromium shows', async (kind) => {
    const path = join(folder, kind.name);
    avif(path, kind.format, kind.tags);
    await compareLevels(path);
  });

  // Most of PQ's codes up to that brightness.
  it.each([
    [250, 0.62],
    [400, 0.67],
    [4_000, 1],
  ])('an AVIF of PQ whose brightest pixel has %d cd/m2 is what Chromium shows', async (nits, most) => {
    const path = join(folder, `pq-${nits}.avif`);
    avif(path, 'yuv444p10le', { primaries: 'bt2020', curve: 'smpte2084', matrix: 'bt2020nc' }, most);
    writeFileSync(path, withLightLevel(readFileSync(path), nits));
    await compareLevels(path);
  });

  const levels: Record<string, Uint8Array>[] = [{}, { cLLI: numbers(40, 20) }];
  it.each(levels)('a PNG of PQ is what Chromium shows: %o', async (more) => {
    const path = join(folder, `cicp-pq-${Object.keys(more).length}.png`);
    await png(path, { cICP: Uint8Array.of(9, 16, 0, 1), ...more }, 16);
    await compareLevels(path);
  });

  /** Compares the pixels of the decoded still, before chroma subsampling, with those of the browser. */
  async function compareLevels(path: string): Promise<void> {
    const [ours, theirs] = [(await openImageSource(path)).rgba(), await inBrowser(path)];
    const differences: number[] = [];
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const colour = pixelAt(theirs, x, y).slice(0, 3);
        differences.push(...colour.map((value, k) => Math.abs(value - (ours[4 * (y * size.width + x) + k] ?? 0))));
      }
    }
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    const [nearly = 255, most = 255] = [0.999, 1].map((share) =>
      differences.toSorted((a, b) => a - b).at(Math.ceil(share * differences.length) - 1),
    );
    console.info(`${path}: ${mean.toFixed(2)} levels on average, 999 of 1000 within ${nearly}, all within ${most}`);
    expect(mean).toBeLessThan(0.25);
    // Near black a level is little light, and the browser computes in halves of floats.
    expect(nearly).toBeLessThanOrEqual(4);
  }
});
