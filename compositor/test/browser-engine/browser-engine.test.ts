import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { RgbImage } from '@framemill/testing/images';
import { similarity } from '@framemill/testing/similarity';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowserEngine } from '../../src/browser-engine/index.ts';
import { findBrowser } from '../../src/chromium/index.ts';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { psnr, shootAll } from '../images.ts';
import { setDisplayMatrix } from '../media/display-matrix.ts';
import { bundledFont, woff, woff2 } from '../packed-font.ts';
import { makeClip, makeDocument, makeFolder } from '../scenes.ts';
import { caseNames, type EngineCase, openCases, resultPath } from './engine-cases.ts';
import { type EnginePage, openEnginePage } from './engine-page.ts';
import { type Feed, nodePorts } from './node-ports.ts';

const missing = findBrowser() === null;
if (missing) console.warn('browser-engine: skipped, this machine has no Chromium');

/** Cases of `npm test`: videos, a still, a mask, letters, a transition, an adjustment layer, a grade. */
const equal = new Set([
  'video-pip',
  'contain-blur',
  'mask-text',
  'text-animation-karaoke',
  'transition-glitch',
  'adjustment',
  'gallery filter vintage',
]);
/** Cases of `npm test`, drawn with canvases of the browser. */
const similar = new Set(['text-scripts', 'text-emoji', 'text-animation-styled', 'shape-trim', 'cut-out']);
/** Minimum structural similarity to the frame of a render node. Both use Skia, but different versions of it. */
const floor = 0.99;
/** Chromium draws emoji at whole pixels. */
const floors: Readonly<Record<string, number>> = { 'text-emoji': 0.95 };

describe.skipIf(missing)('the engine in a browser', () => {
  const folder = makeFolder();
  const figures: string[] = [];
  let caseOf: (name: string) => EngineCase;
  let page: EnginePage;
  beforeAll(async () => {
    mkdirSync(dirname(resultPath('x')), { recursive: true });
    caseOf = await openCases(folder);
    page = await openEnginePage();
  });
  afterAll(async () => {
    await page?.close();
    rmSync(folder, { recursive: true, force: true });
    writeFileSync(resultPath('similarity.txt'), `${figures.sort().join('\n')}\n`);
  });

  for (const name of caseNames) {
    test(`draws the bytes of a render node from the same sprites and planes: ${name}`, {
      tags: equal.has(name) ? [] : 'full',
    }, async () => {
      const one = caseOf(name);
      const feed: Feed = { rasters: [], images: [], videos: [] };
      const renderer = await createBrowserEngine(nodePorts(one.document, one.output.width, feed)).open(one);
      for (const moment of one.moments) await renderer.draw(moment);
      renderer.close();
      await expectEqual(name, one, await page.replay({ ...one, feed }));
    });
  }

  const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '12', '-bf', '2'];
  const tagged = (matrix: string) => ['-colorspace', matrix, '-color_primaries', matrix, '-color_trc', matrix];
  const videos: Record<string, { args: string[]; degrees?: number }> = {
    'H.264 in BT.709': { args: [...h264, '-pix_fmt', 'yuv420p', ...tagged('bt709'), 'video.mp4'] },
    'H.264 in BT.601': { args: [...h264, '-pix_fmt', 'yuv420p', ...tagged('smpte170m'), 'video.mp4'] },
    'H.264 in full range': { args: [...h264, '-pix_fmt', 'yuvj420p', ...tagged('bt709'), 'video.mp4'] },
    'H.264 turned by a phone': { args: [...h264, '-pix_fmt', 'yuv420p', ...tagged('bt709'), 'video.mp4'], degrees: 90 },
    'H.264 with AAC': {
      args: [
        ...['-f', 'lavfi', '-i', 'sine=duration=1', ...h264, '-pix_fmt', 'yuv420p', ...tagged('bt709')],
        ...['-c:a', 'aac', 'video.mp4'],
      ],
    },
    'VP9 with transparency': {
      args: [
        ...['-vf', "format=yuva420p,geq=lum='lum(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='255*X/W'"],
        ...['-c:v', 'libvpx-vp9', '-pix_fmt', 'yuva420p', '-deadline', 'realtime', '-auto-alt-ref', '0'],
        ...[...tagged('bt709'), 'alpha.webm'],
      ],
    },
    'VP9 in WebM': { args: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', ...tagged('bt709'), 'video.webm'] },
  };
  for (const [kind, { args, degrees }] of Object.entries(videos)) {
    test.skipIf(ffmpegMissing !== null)(`decodes ${kind} with the bytes of a render node`, async () => {
      const [name = '', ...reversed] = args.toReversed();
      const path = join(folder, `${kind.replaceAll(' ', '-')}-${name}`);
      ffmpeg(['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=30:duration=1', ...reversed.toReversed(), path]);
      if (degrees) setDisplayMatrix(path, path, degrees);
      const media = { video: { path, facts: await probeMedia(path) } };
      const clips = [makeClip({ type: 'video', src: 'video', fit: 'contain', duration: 1 })];
      const document = makeDocument(320, 180, clips, '#2060a0');
      // Forward within a group of pictures, to a later one, and back.
      const moments = [0.1, 0.2, 0.9, 0.3];
      const one = { name: kind, document, media, output: { width: 320, height: 180 }, moments };
      await expectEqual(`video ${kind}`, one, await page.draw(one));
    });
  }

  test('blurs the edges of an image whose file has transparency as a render node does', async () => {
    const one = caseOf('keyframed-blur');
    const [ours, own] = await firstOf(one);
    const found = psnr(ours.data, own.data);
    if (found <= 45) await save('own keyframed-blur', ours, own);
    expect(found).toBeGreaterThan(45);
  });

  test('draws animations as a render node does', async () => {
    const [ours, own] = await firstOf(caseOf('animations'));
    const found = similarity(ours, own);
    figures.push(`${found.toFixed(5)} animations`);
    if (found < floor) await save('own animations', ours, own);
    expect(found).toBeGreaterThan(floor);
  });

  for (const [kind, packed] of Object.entries({ woff, woff2 })) {
    test(`draws the same text in an uploaded font and in its ${kind.toUpperCase()} file`, async () => {
      const font = readFileSync(bundledFont('Caveat', 700));
      const draw = async (name: string, data: Buffer) => {
        const path = join(folder, name);
        writeFileSync(path, data);
        const src = `/uploads/${name}`;
        const media = { [src]: { path, facts: await probeMedia(path) } };
        const textStyle = { content: 'Own font', fontFamily: src, fontSize: 60, color: '#ffffff' };
        const document = makeDocument(320, 180, [makeClip({ type: 'text', textStyle, duration: 1 })], '#2060a0');
        const [rgba] = await page.draw({ document, media, output: { width: 320, height: 180 }, moments: [0] });
        if (!rgba) throw new Error('The worker has drawn nothing.');
        return Buffer.from(rgba);
      };
      const plain = await draw('own.ttf', font);
      expect(plain.equals(await draw(`own.${kind}`, packed(font)))).toBe(true);
      // The text is there, and in this font.
      expect(plain.equals(await draw('other.ttf', readFileSync(bundledFont('Inter', 700))))).toBe(false);
    });
  }

  for (const name of caseNames.filter((each) => /^(text|caption|shape|mask|cut-out)/.test(each))) {
    test(`draws with its own canvases and fonts what a render node draws: ${name}`, {
      tags: similar.has(name) ? [] : 'full',
    }, async () => {
      const one = caseOf(name);
      const [ours, own] = await firstOf(one);
      const found = similarity(ours, own);
      figures.push(`${found.toFixed(5)} ${name}`);
      const least = floors[name] ?? floor;
      if (found <= least) await save(`own ${name}`, ours, own);
      expect(found).toBeGreaterThan(least);
    });
  }

  /** Draws the first moment of a case with the browser's own canvases, and on a render node. */
  async function firstOf(one: EngineCase): Promise<[RgbImage, RgbImage]> {
    const first = { ...one, moments: one.moments.slice(0, 1) };
    const [rgba] = await page.draw(first);
    const [own] = await onNode(first);
    if (!rgba || !own) throw new Error('Nothing was drawn.');
    return [rgbOf(rgba, one), own];
  }
});

/** Expects that `drawn` are the frames of a render node. Saves the first frame that differs. */
async function expectEqual(name: string, one: EngineCase, drawn: readonly Uint8Array[]): Promise<void> {
  const frames = await onNode(one);
  expect(drawn).toHaveLength(frames.length);
  for (const [index, own] of frames.entries()) {
    const ours = rgbOf(drawn[index] ?? new Uint8Array(), one);
    const isEqual = Buffer.compare(ours.data, own.data) === 0;
    if (!isEqual) await save(`${name} ${index}`, ours, own);
    expect(isEqual).toBe(true);
  }
}

function onNode({ document, media, output, moments }: EngineCase): Promise<RgbImage[]> {
  return shootAll(document, media, moments, output);
}

function rgbOf(rgba: Uint8Array, { output }: EngineCase): RgbImage {
  return { ...output, data: rgba.filter((_, at) => at % 4 < 3) };
}

/** Saves both images above each other, for people's eyes. */
async function save(name: string, ours: RgbImage, own: RgbImage): Promise<void> {
  const raw = { width: ours.width, height: 2 * ours.height, channels: 3 } as const;
  await sharp(Buffer.concat([ours.data, own.data]), { raw })
    .png()
    .toFile(resultPath(`${name}.png`));
}
