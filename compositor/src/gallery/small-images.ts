import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawExhibit } from './draw-exhibit.ts';
import { effectExhibits, effectSeries } from './families/effects.ts';
import { filterExhibits } from './families/filters.ts';
import { galleryMedia } from './gallery-media.ts';
import { smallImagePath, smallWidth } from './small-image.ts';

/** Draws the small images of effects and filters that pages of the service show, 3 kB each. Returns their number. */
export async function drawSmallImages(): Promise<number> {
  const media = await galleryMedia();
  const series = new Set(effectExhibits().flatMap(({ name }) => effectSeries(name).map((one) => one.name)));
  const exhibits = [...effectExhibits(), ...filterExhibits()].filter(({ name }) => !series.has(name));
  await mkdir(join(smallImagePath('effect', 'blur'), '..'), { recursive: true });
  for (const exhibit of exhibits) {
    const drawn = await drawExhibit(exhibit, media, smallWidth, 'png');
    if ('refused' in drawn) throw new Error(drawn.refused);
    const [image = new Uint8Array()] = drawn.pictures;
    const data = await sharp(image).webp({ quality: 72, effort: 6 }).toBuffer();
    await writeFile(smallImagePath(exhibit.family, exhibit.name), data);
  }
  return exhibits.length;
}
