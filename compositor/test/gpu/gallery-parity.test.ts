import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { besideCard } from '../../src/gallery/beside-card.ts';
import { galleryMedia } from '../../src/gallery/draw-example.ts';
import { families } from '../../src/gallery/families.ts';
import { type NamedMoment, worstOf, worstSheet } from '../../src/gallery/worst-sheet.ts';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

/** Width of the compared images, in pixels. It is small because the GPU device of the tests runs in software. */
const width = 160;
const floor = 40;
/**
 * Minimum PSNR in dB of examples that need a lower limit than others, by family and name. Posterize: a value near a
 * threshold may differ by a whole step. Chroma keys: the GPU keys full-resolution chroma, the CPU 4:2:0 chroma, so that
 * the edges of the green screen differ.
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
const outFolder = join(import.meta.dirname, '../../test-output/gpu');

/** Gallery examples to compare. `npm test` covers every sixteenth example of a group. */
const examples = families.flatMap((family) =>
  family.examples().map((example, index) => ({ example, tags: index % 16 === 0 ? [] : 'full' })),
);

describe.skipIf(withoutDevice)('the gallery on the graphics card', () => {
  let media: MediaFiles;
  let backend: ReturnType<typeof createGpuBackend>;
  const worst: NamedMoment[] = [];

  beforeAll(async () => {
    media = await galleryMedia();
    backend = createGpuBackend(await softwareDevice());
  });
  afterAll(async () => {
    backend.close();
    await keepWorst(worst);
  });

  for (const { example, tags } of examples) {
    const name = `${example.family} ${example.name}`;
    test(`${name} looks as on the processor`, { tags }, async () => {
      const compared = await besideCard(example, media, width, backend);
      if ('refused' in compared) throw new Error(compared.refused);
      expect(compared.moments).toHaveLength(example.moments.length);
      for (const moment of compared.moments) {
        worst.push({ name, moment });
        expect(moment.psnr).toBeGreaterThanOrEqual(floors[name] ?? floor);
      }
    });
  }
});

// For people's eyes: processor, card and difference of the moments that differ most, and the figures of all.
async function keepWorst(moments: readonly NamedMoment[]): Promise<void> {
  mkdirSync(outFolder, { recursive: true });
  if (moments.length > 0) writeFileSync(join(outFolder, 'worst.png'), await worstSheet(worstOf(moments, shown)));
  const lines = worstOf(moments, moments.length).map(({ name, moment }) => `${moment.psnr.toFixed(1)} dB  ${name}`);
  writeFileSync(join(outFolder, 'figures.txt'), `${lines.join('\n')}\n`);
}
