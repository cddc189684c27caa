import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { decode, type RgbImage } from '@framemill/testing/images';
import { sampled } from '@framemill/testing/sampled';
import { BLEND_MODES, type Clip } from '@framemill/timeline';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, type OpenBrowser, openBrowser } from '../src/chromium/index.ts';
import type { MediaFiles } from '../src/render/renderer.ts';
import { lumaOf, psnr, shoot } from './images.ts';
import { makeClip, makeDocument, makeFolder, makeImage } from './scenes.ts';
import { screenshot } from './screenshot.ts';

// The independent judge: the same scene as style sheets, drawn by Chromium. Ours passes through 4:2:0, which costs
// colours at hard edges: so floors are of luma, and colours are shown beside.
const missing = findBrowser() === null;
if (missing) console.warn('against-chromium: skipped, this machine has no Chromium');

const [width, height] = [320, 180];
const colourFloorDb = 32;
const folder = makeFolder();
const urls = { photo: '', tile: '' };
let media: MediaFiles = {};
let browser: OpenBrowser;

beforeAll(async () => {
  if (missing) return;
  const wave = (k: number) => Math.round(128 + 100 * Math.sin(k));
  media = {
    photo: await makeImage(join(folder, 'photo.png'), width, height, (x, y) => [
      wave(x / 23 + y / 41),
      wave(y / 29 + 1),
      wave((x - y) / 37 + 2),
      255,
    ]),
    tile: await makeImage(join(folder, 'tile.png'), 160, 90, (x, y) => [
      wave(y / 17 + 3),
      wave(x / 19 - y / 31),
      wave(x / 43),
      255,
    ]),
  };
  for (const name of ['photo', 'tile'] as const) {
    const png = await sharp(join(folder, `${name}.png`))
      .png()
      .toBuffer();
    urls[name] = `data:image/png;base64,${png.toString('base64')}`;
  }
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Renders layers in Chromium on a black canvas. Returns the screenshot, which is the reference for the comparison.
 * `body` is the HTML of the layers.
 */
async function judged(body: string): Promise<RgbImage> {
  const page = await browser.newPage({ width, height, scale: 1 });
  try {
    const css = `html, body { margin: 0; background: #000; overflow: hidden }
      #root { position: relative; width: ${width}px; height: ${height}px;
      background: #000; isolation: isolate; overflow: hidden } #root > * { position: absolute }`;
    await page.setContent(`<!doctype html><style>${css}</style><div id="root">${body}</div>`);
    return await decode(await screenshot(page));
  } finally {
    await page.context().close();
  }
}

/** Returns the HTML of a layer of `w` x `h` pixels, centred on the canvas unless its style positions it elsewhere. */
function layer(w: number, h: number, style: string, url?: string): string {
  const place = `left:${(width - w) / 2}px;top:${(height - h) / 2}px;width:${w}px;height:${h}px`;
  const fill = url ? `background:url(${url}) 0 0/100% 100%;` : '';
  return `<div style="${place};${fill}${style}"></div>`;
}

const ground = () => layer(width, height, '', urls.photo);
const photo = () => makeClip({ type: 'image', src: 'photo' });
const tile = (fields: Partial<Clip>) => makeClip({ type: 'image', src: 'tile', fit: 'none', trackIndex: 1, ...fields });

async function compare(name: string, floorDb: number, clips: Clip[], body: string): Promise<void> {
  const ours = await shoot(makeDocument(width, height, clips), media);
  const theirs = await judged(body);
  const found = psnr(lumaOf(ours), lumaOf(theirs));
  const colours = psnr(ours.data, theirs.data).toFixed(1);
  console.log(`Chromium, ${name}: luma ${found.toFixed(1)} dB (at least ${floorDb}), RGB ${colours} dB`);
  expect(psnr(ours.data, theirs.data)).toBeGreaterThan(colourFloorDb);
  expect(found).toBeGreaterThan(floorDb);
}

const transforms: [string, number, Partial<Clip>, string][] = [
  ['nothing', 46, {}, ''],
  ['a move by whole pixels', 46, { x: 31, y: -17 }, 'translate: 31px -17px'],
  ['a move by parts of pixels', 46, { x: 10.3, y: 7.6 }, 'translate: 10.3px 7.6px'],
  ['a scale up', 46, { scale: 1.7 }, 'scale: 1.7'],
  ['a scale down', 46, { scale: 0.6 }, 'scale: 0.6'],
  ['a scale of both sides', 46, { scaleX: 1.5, scaleY: 0.7 }, 'scale: 1.5 0.7'],
  ['a turn', 46, { rotation: 20 }, 'rotate: 20deg'],
  [
    'a turn, moved and enlarged',
    46,
    { rotation: -33, x: 20, y: 9, scale: 1.3 },
    'transform: translate(20px, 9px) rotate(-33deg) scale(1.3)',
  ],
  ['a skew along x', 46, { skewX: 18 }, 'transform: skewX(18deg)'],
  ['a skew of both, turned', 46, { skewX: 12, skewY: -9, rotation: 15 }, 'transform: rotate(15deg) skew(12deg, -9deg)'],
  ['a flip', 46, { flipH: true, flipV: true }, 'scale: -1 -1'],
  ['an anchor', 46, { rotation: 40, anchorX: 0, anchorY: 1 }, 'rotate: 40deg; transform-origin: 0 100%'],
  ['an opacity', 46, { opacity: 0.45 }, 'opacity: 0.45'],
  ['round corners', 46, { cornerRadius: 24 }, 'border-radius: 24px'],
  [
    'stretched round corners',
    46,
    { cornerRadius: 30, scaleX: 1.5, scaleY: 0.7 },
    'border-radius: 30px; scale: 1.5 0.7',
  ],
  ['a crop', 46, { cropL: 0.1, cropT: 0.3, cropR: 0.25, cropB: 0.05 }, 'clip-path: inset(30% 25% 5% 10%)'],
  [
    'a turned crop',
    46,
    { cropL: 0.1, cropT: 0.3, cropR: 0.25, cropB: 0.05, rotation: 11 },
    'clip-path: inset(30% 25% 5% 10%); rotate: 11deg',
  ],
];

describe.skipIf(missing)('a layer as Chromium draws it', () => {
  for (const { cases, tags } of sampled(transforms, 3))
    it.each(cases)('with %s', { tags }, (name, floorDb, fields, style) =>
      compare(name, floorDb, [photo(), tile(fields)], ground() + layer(160, 90, style, urls.tile)),
    );

  for (const { cases, tags } of sampled(BLEND_MODES, 4))
    it.each(cases)('mixed by %s', { tags }, (mode) => {
      const css = mode === 'add' ? 'plus-lighter' : mode;
      const top = layer(160, 90, `rotate: 8deg; scale: 1.4; opacity: 0.8; mix-blend-mode: ${css}`, urls.tile);
      const clips = [photo(), tile({ rotation: 8, scale: 1.4, opacity: 0.8, blendMode: mode })];
      return compare(`blend ${mode}`, 44, clips, ground() + top);
    });
});

const shapes: [string, number, NonNullable<Clip['shape']>, string][] = [
  ['a rectangle', 48, { kind: 'rectangle', fill: '#e07030' }, 'background: #e07030'],
  [
    'a rounded rectangle',
    48,
    { kind: 'rounded-rectangle', cornerRadius: 30, fill: '#40a0e0' },
    'background: #40a0e0; border-radius: 30px',
  ],
  ['an ellipse', 48, { kind: 'ellipse', fill: '#70c050' }, 'background: #70c050; border-radius: 50%'],
  [
    'a linear gradient',
    48,
    {
      kind: 'rectangle',
      fill: {
        type: 'linear',
        angle: 60,
        stops: [
          { offset: 0.1, color: '#203080' },
          { offset: 0.6, color: '#e0a060' },
          { offset: 1, color: '#f0f0c0' },
        ],
      },
    },
    'background: linear-gradient(60deg, #203080 10%, #e0a060 60%, #f0f0c0 100%)',
  ],
  [
    'a radial gradient',
    48,
    {
      kind: 'rectangle',
      fill: {
        type: 'radial',
        stops: [
          { offset: 0, color: '#f0e0a0' },
          { offset: 1, color: '#205060' },
        ],
      },
    },
    'background: radial-gradient(circle, #f0e0a0, #205060)',
  ],
  [
    'a see-through gradient',
    48,
    {
      kind: 'rectangle',
      fill: {
        type: 'linear',
        angle: 90,
        stops: [
          { offset: 0, color: '#ff3060ff' },
          { offset: 1, color: '#ff306000' },
        ],
      },
    },
    'background: linear-gradient(90deg, #ff3060ff, #ff306000)',
  ],
  [
    'a triangle',
    48,
    { kind: 'triangle', fill: '#c050c0' },
    'background: #c050c0; clip-path: polygon(50% 0, 100% 100%, 0 100%)',
  ],
];

describe.skipIf(missing)('a shape as Chromium draws it', () => {
  for (const { cases, tags } of sampled(shapes, 3))
    it.each(cases)('%s', { tags }, (name, floorDb, shape, style) => {
      const clip = makeClip({ type: 'shape', trackIndex: 1, shape: { width: 200, height: 120, ...shape } });
      return compare(name, floorDb, [photo(), clip], ground() + layer(200, 120, style));
    });
});
