import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { galleryMedia } from '../src/gallery/draw-example.ts';
import { effectsPage } from '../src/gallery/effects-page.ts';

const page = async () => effectsPage(await galleryMedia(), 'test/looks');

test('EFFECTS.md says what the definitions say', async () => {
  await expect(await page()).toMatchFileSnapshot('../EFFECTS.md');
});

test('every picture of EFFECTS.md is kept', async () => {
  const images = [...(await page()).matchAll(/\]\((test\/looks\/[^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(images.length).toBeGreaterThan(40);
  for (const path of images) expect(existsSync(join(import.meta.dirname, '..', path)), path).toBe(true);
});
