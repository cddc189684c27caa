import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RgbImage } from '@framemill/testing/images';
import type { Clip, EffectType } from '@framemill/timeline';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaFiles } from '../src/render/renderer.ts';
import { pixelAt, shoot } from './images.ts';
import { makeClip, makeDocument, makeFolder, makeImage } from './scenes.ts';

const folder = makeFolder();
const media: MediaFiles = {};
const grey = 128;

beforeAll(async () => {
  const path = join(folder, 'grey.png');
  const opaque = () => [grey, grey, grey, 255] as const;
  media.grey = await makeImage(path, 96, 54, opaque);
  const withAlpha = await makeImage(join(folder, 'alpha.png'), 96, 54, opaque);
  media.alpha = { ...withAlpha, facts: { ...withAlpha.facts, hasAlpha: true } };
  // A file without alpha: what fills its box.
  writeFileSync(path, await sharp(path).removeAlpha().png().toBuffer());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const effect = (type: EffectType, params: Record<string, number | string> = {}) => ({
  id: `effect ${type}`,
  type,
  enabled: true,
  params,
});

const greyOn = (background: string, fields: Partial<Clip>) =>
  shoot(makeDocument(96, 64, [makeClip({ type: 'image', src: 'grey', ...fields })], background), media);

function worstDifference(a: RgbImage, b: RgbImage): number {
  return a.data.reduce((most, value, at) => Math.max(most, Math.abs(value - (b.data[at] ?? 0))), 0);
}

// A matte's share of a pixel is exact to an eighth.
const places = [
  { name: 'letterboxed on odd pixels', place: {}, levels: 4 },
  { name: 'small on odd pixels', place: { scale: 0.5, x: 1, y: 0 }, levels: 4 },
  { name: 'flipped on odd pixels', place: { scale: 0.5, x: 3, y: 1, flipH: true, flipV: true }, levels: 4 },
  { name: 'over its blurred copy', place: { scale: 0.5, x: 1, y: 1, fit: 'contain-blur' }, levels: 4 },
  { name: 'between pixels', place: { scale: 0.53, x: 3.3, y: -2.6 }, levels: 16 },
] as const;

const spreading = [
  effect('sharpen', { amount: 2, radius: 4 }),
  effect('blur', { radius: 6 }),
  effect('motion-blur', { distance: 12, angle: 30 }),
  effect('rgb-split', { amount: 5, angle: 40 }),
  effect('wave', { amplitude: 5, wavelength: 20 }),
];

test.each(places)('a uniform picture $name stays uniform up to its edges under effects', async ({ place, levels }) => {
  for (const background of ['#000000', '#ffffff']) {
    const plain = await greyOn(background, place);
    for (const one of spreading) {
      const looked = await greyOn(background, { ...place, effects: [one] });
      expect(worstDifference(looked, plain), one.type).toBeLessThanOrEqual(levels);
    }
  }
});

test.each(places)('an outline lies around what is seen of a blurred picture $name', async ({ place, levels }) => {
  const line = effect('outline', { width: 4, color: '#ffffff' });
  const outlined = await greyOn('#000000', { ...place, effects: [line] });
  const both = await greyOn('#000000', { ...place, effects: [effect('blur'), line] });
  expect(worstDifference(both, outlined)).toBeLessThanOrEqual(2 * levels);
});

test.each(places)(
  'a picture with alpha over its blurred copy ends where one without does, $name',
  async ({ place, levels }) => {
    for (const crop of [{}, { cropL: 0.13, cropB: 0.21 }, { cornerRadius: 16 }]) {
      const fields = { ...place, ...crop, fit: 'contain-blur' } as const;
      for (const background of ['#000000', '#ffffff']) {
        const opaque = await greyOn(background, fields);
        expect(worstDifference(await greyOn(background, { ...fields, src: 'alpha' }), opaque)).toBeLessThanOrEqual(
          levels,
        );
      }
    }
  },
);

test.each(places)(
  'effects leave the sides of a blurred copy with round corners as they are, $name',
  async ({ place, levels }) => {
    const fields = { ...place, fit: 'contain-blur', cornerRadius: 16 } as const;
    for (const background of ['#000000', '#ffffff']) {
      const plain = await greyOn(background, fields);
      for (const one of [effect('sharpen', { amount: 2, radius: 2 }), effect('blur', { radius: 1 })]) {
        const looked = await greyOn(background, { ...fields, effects: [one] });
        for (let y = 0; y < 64; y++) {
          const [before, after] = [pixelAt(plain, 48, y)[1], pixelAt(looked, 48, y)[1]];
          expect(Math.abs(after - before), `${one.type} at row ${y}`).toBeLessThanOrEqual(levels);
        }
      }
    }
  },
);

// A line of 4 pixels around a box that starts at row 18.5 and column 24, then one effect.
// What falls by chance is seeded by the clip's id.
const lined = (color: string, effects: Clip['effects'] = []) =>
  greyOn('#203040', { id: 'lined', scale: 0.5, effects: [effect('outline', { width: 8, color }), ...effects] });
const inLine = [
  [48, 16],
  [49, 17],
  [21, 32],
  [74, 33],
] as const;

test.each([
  ['blur', { radius: 3 }],
  ['motion-blur', { distance: 6 }],
  ['rgb-split', { amount: 3 }],
  ['pixelate', { size: 4 }],
  ['wave', { amplitude: 4, wavelength: 20 }],
  ['lens-distortion', { amount: 0.4 }],
  ['mirror', {}],
  ['glitch', { amount: 1, rate: 0 }],
  ['vhs', { bleed: 0.1, noise: 0, tracking: 0.1 }],
] as const)('%s keeps the line around a picture', async (type, params) => {
  const changed = await lined('#ffffff', [effect(type, params)]);
  for (const [x, y] of inLine) expect(Math.max(...pixelAt(changed, x, y)), `${x}, ${y}`).toBeGreaterThan(110);
});

test.each([
  ['vignette', { amount: 1, midpoint: 0, feather: 0 }],
  ['scanlines', { spacing: 4, intensity: 1 }],
  ['halftone', { size: 4 }],
  ['grain', { amount: 1 }],
  ['vhs', { bleed: 0, noise: 1, tracking: 0 }],
] as const)('%s lies on the line around a picture as well', async (type, params) => {
  const plain = await lined('#808080');
  const changed = await lined('#808080', [effect(type, params)]);
  const differences = Array.from({ length: 40 }, (_, column) =>
    Math.abs(pixelAt(changed, 28 + column, 16)[1] - pixelAt(plain, 28 + column, 16)[1]),
  );
  expect(Math.max(...differences)).toBeGreaterThan(40);
});

test('sharpening leaves a uniform picture as it is along its outline', async () => {
  const disc = { kind: 'circle', fill: '#808080', width: 40, height: 40 } as const;
  const images: Partial<Clip>[] = [
    { type: 'shape', shape: disc },
    { cropL: 0.2, cropB: 0.3 },
    { cornerRadius: 12, y: 1 },
  ];
  for (const background of ['#000000', '#ffffff']) {
    for (const fields of images) {
      const sharpened = await greyOn(background, { ...fields, effects: [effect('sharpen', { amount: 2, radius: 4 })] });
      // A level of rounding, thrice as far.
      expect(worstDifference(sharpened, await greyOn(background, fields))).toBeLessThanOrEqual(6);
    }
  }
});

test('a uniform picture thinner than two pixels stays as it is under effects', async () => {
  for (const place of [
    { scaleX: 0.6, scaleY: 1 / 54, y: 0.3 },
    { scaleX: 1 / 64, x: -0.4 },
  ]) {
    const plain = await greyOn('#000000', place);
    for (const one of spreading) {
      const looked = await greyOn('#000000', { ...place, effects: [one] });
      expect(worstDifference(looked, plain), one.type).toBeLessThanOrEqual(16);
    }
  }
});

test('a stretched clip has the same look at rest and while it moves', async () => {
  const slides = { kfX: [-4, 4].map((value, time) => ({ time: time - 0.5, value })) };
  const looks: Partial<Clip>[] = [
    { effects: [effect('outline', { width: 6, color: '#ffffff' })] },
    { effects: [effect('halftone', { size: 8 })] },
    { mask: { shape: 'linear', rotation: 30, expansion: 4, feather: 6 } },
    { mask: { shape: 'star', expansion: -3 } },
  ];
  for (const look of looks) {
    const stretched = { scaleX: 0.8, scaleY: 0.4, ...look };
    const resting = await greyOn('#203040', stretched);
    expect(worstDifference(await greyOn('#203040', { ...stretched, ...slides }), resting)).toBeLessThanOrEqual(1);
  }
});

test('round corners of a picture are stretched with it, as those of a shape are', async () => {
  const shape = { kind: 'rounded-rectangle', fill: '#808080', width: 96, height: 54, cornerRadius: 20 } as const;
  for (const place of [
    { scaleX: 0.9, scaleY: 0.5 },
    { scaleX: 0.4, scaleY: 1, rotation: 20 },
  ]) {
    const drawn = await greyOn('#000000', { type: 'shape', shape, ...place });
    // Half a pixel of an edge; corners that stay round are 128 away.
    expect(worstDifference(await greyOn('#000000', { cornerRadius: 20, ...place }), drawn)).toBeLessThanOrEqual(40);
  }
});

test('a shape or text that is cropped away from both sides shows nothing', async () => {
  const [left, right] = [0.7, 0.6].map((value) => [{ time: 0, value }]);
  const shape = { kind: 'rectangle', fill: '#ffffff', width: 60, height: 40 } as const;
  const empty = await greyOn('#203040', { type: 'shape', shape, opacity: 0 });
  const moving = { content: 'Mmmm', fontSize: 30, animation: { loop: { name: 'wave', unit: 'character' } } } as const;
  for (const content of [
    { type: 'shape', shape },
    { type: 'text', textStyle: moving },
  ] as const) {
    expect(await greyOn('#203040', { ...content, kfCropL: left, kfCropR: right })).toEqual(empty);
    expect(await greyOn('#203040', { ...content, kfCropT: left, kfCropB: right })).toEqual(empty);
  }
});
