import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { decode } from '@framemill/testing/images';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { drawExample, galleryMedia } from '../src/gallery/draw-example.ts';
import { effectExamples } from '../src/gallery/effect-examples.ts';
import { filterExamples } from '../src/gallery/families.ts';
import type { MediaFiles } from '../src/render/renderer.ts';
import { psnr } from './images.ts';

// Kernels are exact; the decoder of the photographs may round differently from one processor to another.
const floorDb = 45;
const update = process.env.UPDATE_GOLDEN === '1';
const folder = join(import.meta.dirname, 'looks');
const examples = [...effectExamples(), ...filterExamples()];
const fileOf = ({ family, name }: { family: string; name: string }) => `${family}-${name}.png`;
let media: MediaFiles = {};

beforeAll(async () => {
  media = await galleryMedia();
});

test.each(examples)('the $family $name looks as it did', async (example) => {
  const drawn = await drawExample(example, media, 192, 'png');
  if ('refused' in drawn) throw new Error(drawn.refused);
  const [png] = drawn.pictures;
  if (!png) throw new Error('No moment is shown.');
  const path = join(folder, fileOf(example));
  if (update) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, await sharp(png).removeAlpha().png({ compressionLevel: 9 }).toBuffer());
  }
  if (!existsSync(path)) throw new Error(`${path} is missing. Run "npm run golden" and check the new image.`);
  expect(psnr((await decode(png)).data, (await decode(path)).data)).toBeGreaterThan(floorDb);
});

test('every kept picture belongs to an effect or a filter', () => {
  expect(readdirSync(folder).sort()).toEqual(examples.map(fileOf).sort());
});

test('no effect and no filter but none leaves the photograph as it is', async () => {
  const plain = await decode(join(folder, 'filter-none.png'));
  for (const example of examples) {
    if (example.name === 'none') continue;
    const image = await decode(join(folder, fileOf(example)));
    expect(psnr(image.data, plain.data), example.name).toBeLessThan(40);
  }
});
