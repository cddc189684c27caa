// Compares frames of the engine in Chromium, drawn with its own canvases, fonts and decoders, with those of a render
// node. Writes parity.json and worst.png to a folder:
// pnpm --filter @framemill/compositor engine-parity <folder>
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbImage } from '@framemill/testing/images';
import { similarity } from '@framemill/testing/similarity';
import type { Document } from '@framemill/timeline';
import fc from 'fast-check';
import sharp from 'sharp';
import { compare } from '../../src/gallery/beside-card.ts';
import { families } from '../../src/gallery/families.ts';
import { type NamedMoment, worstOf, worstSheet } from '../../src/gallery/worst-sheet.ts';
import { makePreviewProxy } from '../../src/ingest/preview-proxy.ts';
import { shoot } from '../images.ts';
import { project, randomMedia, SEED, height as smallHeight, width as smallWidth } from '../random-project.ts';
import { makeFolder, makeVideo, rings } from '../scenes.ts';
import { caseNames, type EngineCase, openCases } from './engine-cases.ts';
import { type EnginePage, openEnginePage } from './engine-page.ts';

/** Comparison of one frame. */
interface ParityFrame {
  readonly name: string;
  /**
   * `paused`: full size, from the original videos. `playing`: the gallery's effects over a 1080p video, half its size,
   * from the preview copy.
   */
  readonly use: 'paused' | 'playing';
  readonly hasVideo: boolean;
  readonly hasText: boolean;
  /** Peak signal-to-noise ratio in RGB, in dB; null when the frames are equal. */
  readonly psnr: number | null;
  readonly ssim: number;
}

const RANDOM_PROJECTS = 80;
const shown = 10;
const full = { width: 1920, height: 1080 };
const half = { width: 960, height: 540 };

const [out = 'test-output/engine-parity'] = process.argv.slice(2);
const folder = makeFolder();
const frames: ParityFrame[] = [];
const refused: { name: string; message: string }[] = [];
const moments: NamedMoment[] = [];
mkdirSync(out, { recursive: true });
const page = await openEnginePage();
try {
  const caseOf = await openCases(folder);
  for (const name of caseNames) await comparePage(page, caseOf(name), 'paused');
  for (const one of await randomCases()) await comparePage(page, one, 'paused');
  for (const one of await playedCases(caseOf)) await comparePage(page, one, 'playing');
  writeFileSync(join(out, 'parity.json'), `${JSON.stringify({ frames, refused })}\n`);
  writeFileSync(join(out, 'worst.png'), await worstSheet(worstOf(moments, shown)));
} finally {
  await page.close();
  rmSync(folder, { recursive: true, force: true });
}

async function comparePage({ draw }: EnginePage, one: EngineCase, use: ParityFrame['use']): Promise<void> {
  const { clips } = one.document;
  const hasVideo = clips.some(({ type }) => type === 'video');
  const hasText = clips.some(({ type }) => type === 'text');
  const drawn = await draw(one, { isFast: use === 'playing' }).catch((error: unknown) => String(error));
  if (typeof drawn === 'string') {
    refused.push({ name: one.name, message: drawn.split('\n', 1)[0] ?? '' });
    return;
  }
  for (const [index, rgba] of drawn.entries()) {
    const atSec = one.moments[index] ?? 0;
    const ours = { ...one.output, data: rgba.filter((_, at) => at % 4 < 3) };
    const node = await shoot(one.document, one.media, atSec, one.output);
    const moment = await compare(await pngOf(node), await pngOf(ours));
    const name = `${one.name}, ${atSec.toFixed(2)} s`;
    const psnr = Number.isFinite(moment.psnr) ? moment.psnr : null;
    frames.push({ name, use, hasVideo, hasText, psnr, ssim: similarity(ours, node) });
    if (use === 'playing') continue;
    // Only what the sheet can show is kept.
    moments.push({ name, moment });
    moments.splice(0, moments.length, ...worstOf(moments, shown));
  }
  process.stderr.write(`${frames.length} frames, ${one.name}\n`);
}

/** Returns random projects, each with the frame in the middle of one of its clips. */
async function randomCases(): Promise<EngineCase[]> {
  const media = await randomMedia(folder);
  const documents: Document[] = fc.sample(project, { seed: SEED, numRuns: RANDOM_PROJECTS });
  return documents.map((document, index) => ({
    ...{ name: `random ${index + 1}`, document, media, moments: [0.5] },
    output: { width: smallWidth, height: smallHeight },
  }));
}

/** Returns the gallery's examples of effects and filters, over a 1080p video instead of the photograph. */
async function playedCases(caseOf: (name: string) => EngineCase): Promise<EngineCase[]> {
  const path = join(folder, 'film.mp4');
  const previewPath = join(folder, 'film-preview.mp4');
  const film = makeVideo(path, full.width, full.height, 60, rings(full.width, full.height));
  await makePreviewProxy(path, previewPath);
  const examples = families.flatMap((family) => family.examples());
  return examples
    .filter(({ family }) => family === 'effect' || family === 'filter')
    .map((example) => {
      const one = caseOf(`gallery ${example.family} ${example.name}`);
      const clips = one.document.clips.map((clip) =>
        clip.type === 'image' && clip.src !== '' ? { ...clip, type: 'video' as const, src: 'film' } : clip,
      );
      const media = { ...one.media, film: { ...film, previewPath } };
      return { ...one, document: { ...one.document, clips }, media, output: half };
    });
}

function pngOf({ data, width, height }: RgbImage): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
