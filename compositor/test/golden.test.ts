import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { decode, type RgbImage } from '@framemill/testing/images';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaFiles } from '../src/render/renderer.ts';
import { goldenCases, goldenMedia } from './golden/cases.ts';
import { psnr, shoot } from './images.ts';
import { makeFolder } from './scenes.ts';

// Kernels are exact; the vector library and the video encoder may round differently from one processor to another.
const floorDb = 50;
const update = process.env.UPDATE_GOLDEN === '1';
const goldenFolder = join(import.meta.dirname, 'golden');
const folder = makeFolder();
let media: MediaFiles = {};

beforeAll(async () => {
  media = await goldenMedia(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(goldenCases())('$name looks as it did ($atSec s)', async ({ name, document, atSec, watermark }) => {
  const image = await shoot(document, media, atSec, { watermark: watermark ?? false });
  const path = join(goldenFolder, `${name}.png`);
  if (update) await write(path, image);
  if (!existsSync(path)) throw new Error(`${path} is missing. Run "npm run golden" and check the new image.`);
  const golden = await decode(path);
  expect([image.width, image.height]).toEqual([golden.width, golden.height]);
  expect(psnr(image.data, golden.data)).toBeGreaterThan(floorDb);
});

test('every kept picture belongs to a case', () => {
  const names = goldenCases().map(({ name }) => `${name}.png`);
  const kept = readdirSync(goldenFolder).filter((file) => file.endsWith('.png'));
  expect(kept.sort()).toEqual(names.sort());
});

async function write(path: string, { data, width, height }: RgbImage): Promise<void> {
  writeFileSync(
    path,
    await sharp(data, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  );
}
