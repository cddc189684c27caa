import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import type { EffectType } from '@framemill/timeline';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { createGraphBench, type Pixels } from '../src/cpu/rgba/graph-bench.ts';
import { effectOf } from '../src/effects/index.ts';
import type { Moment } from '../src/graph/graph-node.ts';
import { psnr } from './images.ts';

// The independent judge: the same photograph through another program's filter, where it has one of the same meaning.
const [width, height] = [320, 180];
const photograph = join(import.meta.dirname, '../src/gallery/pictures/mountains.webp');
const moment: Moment = { width, height, scale: 1, seed: 1, frame: 0, timeSec: 0, edge: 'clamp' };
const bench = createGraphBench();
afterAll(() => bench.backend.close());

if (ffmpegMissing) console.log(`Skipped: effects against ffmpeg, because ${ffmpegMissing}.`);

const corners = { tlX: 0.1, tlY: 0.15, trX: 0.95, trY: 0.05, brX: 0.85, brY: 0.9, blX: 0.2, blY: 0.8 };
const pinned = [0.1, 0.15, 0.95, 0.05, 0.2, 0.8, 0.85, 0.9].map((share, at) => share * (at % 2 === 0 ? width : height));
const quarter = `crop=${width / 4}:${height}:0:0`;
const half = `crop=${width / 2}:${height}:0:0`;
const ends = pinned.map((value, at) => `${at % 2 === 0 ? 'x' : 'y'}${Math.floor(at / 2)}=${value}`).join(':');

test.skipIf(ffmpegMissing !== null).each<[EffectType, Record<string, number | string>, number, string]>([
  ['blur', { radius: 5 }, 45, 'gblur=sigma=5:steps=6'],
  ['invert', {}, 60, 'negate'],
  ['rgb-split', { amount: 6, angle: 0 }, 60, 'rgbashift=rh=6:bh=-6:edge=smear'],
  ['mirror', {}, 50, `${half},split[a][b];[b]hflip[c];[a][c]hstack`],
  // The image of a quarter fills another one; beyond it, the picture from its edge on.
  [
    'mirror',
    { offset: -0.25 },
    50,
    `split=3[a][b][c];[a]${quarter}[d];[b]${quarter},hflip[e];[c]${half}[f];[d][e][f]hstack=3`,
  ],
  [
    'sharpen',
    { amount: 1, radius: 2 },
    45,
    "split[a][b];[b]gblur=sigma=2:steps=6[c];[a][c]blend=all_expr='clip(2*A-B,0,255)'",
  ],
  ['corner-pin', corners, 32, `perspective=${ends}:sense=destination:interpolation=linear`],
])('%s of %j is %d dB or more from ffmpeg', async (type, params, floorDb, filter) => {
  const source = await photo();
  const tree = effectOf(type)?.graph({ kind: 'input', name: 'clip' }, params, moment);
  if (!tree) throw new Error(`There is no effect ${type}.`);
  const ours = bench.draw(tree, { clip: source }, { width, height }, source);
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`, '-i', '-'];
  const judged = ffmpeg([...raw, '-vf', `format=gbrap,${filter},format=rgba`, '-f', 'rawvideo', '-'], source.data);
  const shown = ours.data.map((byte, at) => ((ours.data[at | 3] ?? 0) === 255 ? byte : (judged[at] ?? 0)));
  expect(psnr(shown, judged)).toBeGreaterThan(floorDb);
  const covered = ours.data.filter((alpha, at) => at % 4 === 3 && alpha === 255).length;
  expect(covered).toBeGreaterThan(0.5 * width * height);
});

async function photo(): Promise<Pixels> {
  const data = await sharp(photograph).resize(width, height).ensureAlpha().raw().toBuffer();
  return { x: 0, y: 0, width, height, data: new Uint8Array(data) };
}
