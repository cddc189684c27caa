import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { besideCard, type Compared } from '../../src/gallery/beside-card.ts';
import { families } from '../../src/gallery/families/index.ts';
import { galleryMedia } from '../../src/gallery/gallery-media.ts';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

/** Small: the device is a processor. Pixels. */
const width = 160;
const floor = 40;
/**
 * Lower floors, by family and name. Posterize: a level beside a step is a whole step. Hard keys: the card keys pictures with a colour for each pixel, the
 * processor such with one for four, so that edges of the screen fall differently.
 */
const floors: Readonly<Record<string, number>> = {
  'effect posterize': 34,
  'effect chroma-key': 34,
  'effect chroma-key-similarity-0.01': 32,
  'effect chroma-key-similarity-0.1': 34,
  'effect chroma-key-similarity-0.2': 32,
  'effect chroma-key-similarity-0.3': 37,
};
const shown = 10;
/** Shaders are compiled on a busy machine. */
const slow = 60_000;
const outFolder = join(import.meta.dirname, '../../test-output/gpu');

const exhibits = families.flatMap((family) => family.exhibits());

describe.skipIf(withoutDevice)('the gallery on the graphics card', () => {
  let media: MediaFiles;
  let backend: ReturnType<typeof createGpuBackend>;
  const worst: { name: string; moment: Compared }[] = [];

  beforeAll(async () => {
    media = await galleryMedia();
    backend = createGpuBackend(await softwareDevice());
  });
  afterAll(() => {
    backend.close();
    keepWorst(worst);
  });

  test.each(exhibits.map((exhibit) => ({ exhibit, name: `${exhibit.family} ${exhibit.name}` })))(
    '$name looks as on the processor',
    { timeout: slow },
    async ({ exhibit, name }) => {
      const compared = await besideCard(exhibit, media, width, backend);
      if ('refused' in compared) throw new Error(compared.refused);
      expect(compared.moments).toHaveLength(exhibit.moments.length);
      for (const moment of compared.moments) {
        worst.push({ name, moment });
        expect(moment.psnr).toBeGreaterThanOrEqual(floors[name] ?? floor);
      }
    },
  );
});

// For people's eyes: processor, card and difference of the moments that differ most, and the figures of all.
function keepWorst(moments: { name: string; moment: Compared }[]): void {
  const sorted = moments.toSorted((a, b) => a.moment.psnr - b.moment.psnr);
  mkdirSync(outFolder, { recursive: true });
  for (const [index, { name, moment }] of sorted.slice(0, shown).entries()) {
    const file = join(outFolder, `${String(index).padStart(2, '0')} ${name}`);
    writeFileSync(`${file} processor.png`, moment.processor);
    writeFileSync(`${file} card.png`, moment.card);
    writeFileSync(`${file} difference.png`, moment.difference);
  }
  const lines = sorted.map(({ name, moment }) => `${moment.psnr.toFixed(1)} dB  ${name}`);
  writeFileSync(join(outFolder, 'figures.txt'), `${lines.join('\n')}\n`);
}
