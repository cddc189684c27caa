import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createCardBackend } from '../gpu/card-backend.ts';
import { memoryLimitBytes } from '../gpu/machine/graphics-card.ts';
import type { MediaFiles } from '../media/media-files.ts';
import { besideCard } from './beside-card.ts';
import { drawExample, galleryMedia } from './draw-example.ts';
import { effectExamples, effectSeries } from './effect-examples.ts';
import { families, filterExamples } from './families.ts';
import type { GalleryExample } from './gallery-example.ts';
import { galleryPage, type Room } from './gallery-page.ts';
import { smallImagePath, smallWidth } from './small-image.ts';
import { worstOf, worstSheet } from './worst-sheet.ts';

const root = join(import.meta.dirname, '../../..');
const help = `Draws every effect, filter, transition, blend mode, mask and text animation into one page.

  npm run gallery -- [--out .build/gallery/index.html] [--only <family>] [--backend cpu|gpu]
  npm run gallery -- --small

  --only <family>  effect, filter, transition, blend, mask, text, caption or fit
  --backend gpu    what the graphics card draws beside what the processor draws, and what differs, eight times as
                   strong; the ten moments that differ most as one picture, worst.png beside the page
  --width <pixels> of 16:9 pictures (default: 480)
  --small          writes the small pictures of effects and filters that /docs/vocabulary shows, and nothing else
`;
/** Number of frames in the image that collects the largest differences between CPU and GPU. */
const worstShown = 10;

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, '.build/gallery/index.html') },
    only: { type: 'string' },
    backend: { type: 'string', default: 'cpu' },
    width: { type: 'string', default: '480' },
    small: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) process.stdout.write(help);
else if (values.small) process.stdout.write(`${await drawSmallImages()} pictures\n`);
else await makeGallery(resolve(values.out), values.only, drawing(values.backend, widthOf(values.width)));

interface Drawing {
  draw(example: GalleryExample, media: MediaFiles): Promise<Room['items'][number]>;
  close(): void;
}

function widthOf(text: string): number {
  const width = Number(text);
  if (Number.isInteger(width) && width >= 64 && width <= 1920) return width;
  throw new Error(`--width must be a whole number from 64 to 1920 (got "${text}").`);
}

function drawing(backend: string, imageWidth: number): Drawing {
  if (backend === 'cpu') {
    return {
      draw: async (example, media) => ({ example, drawn: await drawExample(example, media, imageWidth, 'jpeg') }),
      close: () => undefined,
    };
  }
  if (backend !== 'gpu') throw new Error(`--backend must be cpu or gpu (got "${backend}").`);
  const card = createCardBackend(memoryLimitBytes());
  return {
    close: card.close,
    async draw(example, media) {
      const compared = await besideCard(example, media, imageWidth, await card.open());
      if ('refused' in compared) return { example, drawn: compared };
      const { moments } = compared;
      return { example, drawn: { pictures: moments.map(({ processor }) => processor) }, compared: moments };
    },
  };
}

async function makeGallery(outPath: string, only: string | undefined, { draw, close }: Drawing): Promise<void> {
  const media = await galleryMedia();
  const rooms: Room[] = [];
  for (const { title, examples } of families) {
    const items: Room['items'][number][] = [];
    for (const example of examples()) {
      if (only !== undefined && example.family !== only) continue;
      const item = await draw(example, media);
      if ('refused' in item.drawn) process.stderr.write(`${item.drawn.refused}\n`);
      items.push(item);
    }
    if (items.length > 0) rooms.push({ title, items });
  }
  mkdirSync(dirname(outPath), { recursive: true });
  writeFileSync(outPath, galleryPage(rooms));
  await writeWorst(join(dirname(outPath), 'worst.png'), rooms);
  const count = rooms.reduce((sum, { items }) => sum + items.length, 0);
  process.stdout.write(`${count} examples in ${outPath}\n`);
  close();
}

async function writeWorst(path: string, rooms: readonly Room[]): Promise<void> {
  const moments = rooms.flatMap(({ items }) =>
    items.flatMap(({ example: { family, name }, compared = [] }) =>
      compared.map((moment) => ({ name: `${family} ${name}`, moment })),
    ),
  );
  if (moments.length > 0) writeFileSync(path, await worstSheet(worstOf(moments, worstShown)));
}

/** Draws the small images of effects and filters that pages of the service show, 3 kB each. Returns their number. */
async function drawSmallImages(): Promise<number> {
  const media = await galleryMedia();
  const series = new Set(effectExamples().flatMap(({ name }) => effectSeries(name).map((one) => one.name)));
  const examples = [...effectExamples(), ...filterExamples()].filter(({ name }) => !series.has(name));
  await mkdir(join(smallImagePath('effect', 'blur'), '..'), { recursive: true });
  for (const example of examples) {
    const drawn = await drawExample(example, media, smallWidth, 'png');
    if ('refused' in drawn) throw new Error(drawn.refused);
    const [image = new Uint8Array()] = drawn.pictures;
    const data = await sharp(image).webp({ quality: 72, effort: 6 }).toBuffer();
    await writeFile(smallImagePath(example.family, example.name), data);
  }
  return examples.length;
}
